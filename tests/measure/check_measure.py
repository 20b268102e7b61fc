#!/usr/bin/env python3
"""Tests of measure.py that need no GPU: its CSV, its settings, its comparison against the real binary.

    check_measure.py PATH-OF-GPUMEM-LINT
"""
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import measure  # noqa: E402

BINARY = ""
HERE = os.path.dirname(os.path.abspath(__file__))


def specs():
    with open(os.path.join(HERE, "specs.json")) as file:
        return json.load(file)


def row_of(spec, **values):
    row = dict.fromkeys(measure.FIELDS, "")
    row.update(id=spec["id"], spec=json.dumps(spec), status="ok", gpu="NVIDIA H200", **values)
    return {name: str(value) for name, value in row.items()}


class Specs(unittest.TestCase):
    def test_ids_are_unique_and_specs_complete(self):
        every = specs()
        self.assertGreaterEqual(len(every), 80)
        self.assertEqual(len(every), len({spec["id"] for spec in every}))
        for spec in every:
            self.assertLessEqual({"id", "model", "batch", "seq", "dtype", "optim"}, set(spec))

    def test_settings_say_what_the_spec_says(self):
        spec = dict(specs()[0], lora={"r": 4, "targets": ["q_proj", "v_proj"]}, ckpt=True, reentrant=True)
        settings = measure.settings_of(spec)
        self.assertEqual(settings["lora_target_modules"], "q_proj,v_proj")
        self.assertEqual(settings["lora_alpha"], 8)
        self.assertEqual(settings["gradient_checkpointing"], "true")
        self.assertEqual(settings["use_reentrant"], "true")

    def test_a_job_becomes_a_spec_and_back(self):
        spec = dict(specs()[0], lora={"r": 8, "alpha": 16, "dropout": 0.05, "targets": ["q_proj"]})
        settings = {name: {"value": value} for name, value in measure.settings_of(spec).items()}
        settings["lora_target_modules"] = {"value": ["q_proj"]}
        back = measure.spec_of({"id": spec["id"], "settings": settings}, spec["model"])
        for name in ("batch", "seq", "dtype", "amp", "optim", "lora", "attn"):
            self.assertEqual(back[name], spec[name], name)

    def test_a_sharded_job_is_not_measured_on_one_gpu(self):
        settings = {"num_gpus": {"value": 8}, "data_parallel": {"value": "zero3"}}
        self.assertIsNone(measure.spec_of({"id": "x", "settings": settings}, {}))


class Rows(unittest.TestCase):
    def test_rows_are_appended_behind_one_header(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "rows.csv")
            for spec in specs()[:3]:
                measure.append_row(path, row_of(spec, error='a "quoted", text\nof two lines'))
            rows = measure.read_rows(path)
        self.assertEqual([row["id"] for row in rows], [spec["id"] for spec in specs()[:3]])
        self.assertEqual(rows[2]["error"], 'a "quoted", text\nof two lines')

    def test_without_a_gpu_a_spec_is_skipped_with_the_reason(self):
        spec = specs()[0]
        if measure.missing_for(spec) is None:
            self.skipTest("this machine has a GPU")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "rows.csv")
            with open(os.path.join(folder, "specs.json"), "w") as file:
                json.dump([spec], file)
            done = subprocess.run([sys.executable, os.path.join(HERE, "measure.py"), "run",
                                   os.path.join(folder, "specs.json"), path], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            rows = measure.read_rows(path)
        self.assertEqual(rows[0]["status"], "skipped")
        self.assertIn(rows[0]["error"], ("torch is not installed", "no CUDA GPU"))

    def test_what_was_skipped_is_tried_again_and_what_was_measured_is_not(self):
        tried = []
        whole, measure.measure_in_child = measure.measure_in_child, lambda spec, left: (
            tried.append(spec["id"]), row_of(spec, peak_allocated=1))[1]
        try:
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "rows.csv")
                skipped = row_of(specs()[0])
                skipped["status"] = "skipped"
                measure.append_row(path, skipped)
                measure.append_row(path, row_of(specs()[1], peak_allocated=1))
                measure.measure_all(specs()[:3], path, 1000, None)
        finally:
            measure.measure_in_child = whole
        self.assertEqual(tried, [specs()[0]["id"], specs()[2]["id"]])


class Comparison(unittest.TestCase):
    def test_every_spec_gets_an_estimate(self):
        for spec in specs():
            e = measure.estimate_of(BINARY, spec, "H200")
            for tier in ("allocated", "reserved", "device"):
                self.assertLess(0, e[tier]["low"], spec["id"])
                self.assertLessEqual(e[tier]["low"], e[tier]["likely"], spec["id"])
                self.assertLessEqual(e[tier]["likely"], e[tier]["high"], spec["id"])

    def test_a_peak_above_high_is_told(self):
        spec = specs()[0]
        e = measure.estimate_of(BINARY, spec, "H200")
        good = row_of(spec, peak_allocated=e["allocated"]["likely"], device_used=e["device"]["likely"])
        bad = row_of(spec, peak_allocated=e["allocated"]["high"] * 2, device_used=e["device"]["high"] * 2)
        out = io.StringIO()
        self.assertEqual(measure.compare([good], BINARY, out), [])
        self.assertIn("+0.0 %", out.getvalue())
        self.assertEqual(measure.compare([bad], BINARY, out), [spec["id"]])
        self.assertIn("ABOVE HIGH", out.getvalue())

    def test_a_job_that_died_and_was_said_to_fit_is_told(self):
        spec = specs()[0]
        died = row_of(spec, device_total=1 << 50)
        died["status"] = "oom"
        out = io.StringIO()
        self.assertEqual(measure.compare([died], BINARY, out), [spec["id"]])
        died["device_total"] = str(1 << 30)
        self.assertEqual(measure.compare([died], BINARY, out), [])


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()

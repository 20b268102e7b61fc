#!/usr/bin/env python3
"""Measure real training steps on a GPU and hold gpumem-lint's estimates against them.

See README.md beside this file. Everything that does not train works without PyTorch.
"""
import argparse
import csv
import gc
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

FIELDS = [
    "id", "status", "error", "params_total", "params_trainable", "after_load", "peak_forward",
    "peak_backward", "peak_step", "peak_evaluation", "peak_generation", "peak_allocated",
    "peak_reserved", "device_used", "device_total", "context", "seconds", "gpu", "driver", "cuda",
    "torch", "transformers", "peft", "bitsandbytes", "liger", "spec",
]
STEPS = 3
GIB = 2**30


# ------------------------------------------------------------------------------- specs and settings
def settings_of(spec):
    """The spec as gpumem-lint settings (design vocabulary): a dict of name to text."""
    lora, quant = spec.get("lora"), spec.get("quant")
    settings = {
        "framework": "transformers", "task": "sft", "num_gpus": 1,
        "per_device_train_batch_size": spec["batch"], "max_seq_length": spec["seq"],
        "gradient_accumulation_steps": spec.get("grad_accum", 1),
        "weights_dtype": spec["dtype"], "mixed_precision": spec.get("amp") or "no",
        "optimizer": spec["optim"], "attention": spec.get("attn", "sdpa"),
        "gradient_checkpointing": "true" if spec.get("ckpt") else "false",
        "attention_mask": "padded" if spec.get("padded") else "none",
        "packing": "false" if spec.get("padded") else "true",
        "peft": "lora" if lora else "none", "quantization": quant or "none",
        "loss_kernel": "liger" if spec.get("liger") else "torch",
        "fused_kernels": "liger" if spec.get("liger") else "none",
        "evaluation": "true" if spec.get("eval") else "false",
    }
    if spec.get("ckpt"):
        settings["use_reentrant"] = "true" if spec.get("reentrant") else "false"
    if spec.get("eval"):
        settings["per_device_eval_batch_size"] = spec["eval"]
    if lora:
        targets = lora["targets"]
        settings.update(lora_r=lora["r"], lora_alpha=lora.get("alpha", 2 * lora["r"]),
                        lora_dropout=lora.get("dropout", 0.0),
                        lora_target_modules=targets if isinstance(targets, str) else ",".join(targets),
                        adapter_dtype=spec.get("lora_dtype") or "float32")
    if quant:
        settings["kbit_upcast"] = "true"
    return settings


def spec_of(job, shape):
    """The spec of a job of gpumem-lint's JSON output; shape is the model's config. None: not measurable here."""
    given = {name: value["value"] for name, value in job["settings"].items()}
    if given.get("num_gpus", 1) != 1 or given.get("data_parallel", "none") not in ("none", "ddp"):
        return None
    spec = {
        "id": job["id"], "model": shape, "dtype": given.get("weights_dtype", "float32"),
        "amp": {"bf16": "bf16", "fp16": "fp16"}.get(given.get("mixed_precision")),
        "optim": given.get("optimizer", "adamw_torch"),
        "batch": given.get("per_device_train_batch_size", 8), "seq": given.get("max_seq_length", 1024),
        "grad_accum": given.get("gradient_accumulation_steps", 1),
        "ckpt": given.get("gradient_checkpointing") in (True, "true"),
        "reentrant": bool(given.get("use_reentrant", False)), "attn": given.get("attention", "sdpa"),
        "padded": given.get("attention_mask") == "padded",
        "liger": given.get("fused_kernels") == "liger", "lora": None, "quant": None,
    }
    if given.get("quantization") in ("nf4", "int8"):
        spec["quant"] = given["quantization"]
    if given.get("peft", "none") != "none":
        spec["lora"] = {"r": given.get("lora_r", 8), "alpha": given.get("lora_alpha", 16),
                        "dropout": given.get("lora_dropout", 0.0),
                        "targets": given.get("lora_target_modules", "all-linear")}
        if spec["lora"]["targets"] == ["all-linear"]:
            spec["lora"]["targets"] = "all-linear"
    return spec


# ------------------------------------------------------------------------------- estimates
def find_binary(asked):
    """The gpumem-lint to ask: as given, the one that this checkout built, or the one on PATH."""
    built = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "gpumem-lint")
    for candidate in [asked] if asked else [built, shutil.which("gpumem-lint")]:
        if candidate and os.access(candidate, os.X_OK):
            return os.path.abspath(candidate)
    sys.exit("measure.py: gpumem-lint is not built: run make, or name it with --gpumem-lint")


def ask(binary, arguments, cwd=None):
    """The JSON that gpumem-lint prints; its findings (exit status 1) are no error here."""
    done = subprocess.run([binary, *arguments, "--format", "json"], capture_output=True, text=True, cwd=cwd)
    if done.returncode > 1:
        raise RuntimeError(f"gpumem-lint {' '.join(arguments)}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def estimate_of(binary, spec, gpu):
    """gpumem-lint's estimate of a spec: the job of its JSON."""
    with tempfile.TemporaryDirectory() as folder:
        shape = os.path.join(folder, "config.json")
        with open(shape, "w") as file:
            json.dump(spec["model"], file)
        arguments = ["estimate", "--model-config", shape, "--set", "model=measured/" + spec["id"].split("/")[0]]
        for name, value in settings_of(spec).items():
            arguments += ["--set", f"{name}={value}"]
        if gpu:
            arguments += ["--gpu", gpu]
        return ask(binary, arguments)["jobs"][0]["estimate"]


def error_of(estimate, tier, measured):
    """Signed relative error of a tier's likely value, in percent."""
    return 100.0 * (estimate[tier]["likely"] / measured - 1.0)


# ------------------------------------------------------------------------------- measuring
def missing_for(spec):
    """Why a spec cannot be measured on this machine, or None."""
    try:
        import torch
    except ImportError:
        return "torch is not installed"
    if not torch.cuda.is_available():
        return "no CUDA GPU"
    for need, module in [(True, "transformers"), (spec.get("lora"), "peft"),
                         (spec.get("quant"), "bitsandbytes"), (spec.get("liger"), "liger_kernel")]:
        if need:
            try:
                __import__(module)
            except ImportError:
                return f"{module} is not installed"
    return None


def version_of(module):
    try:
        return __import__(module).__version__
    except (ImportError, AttributeError):
        return ""


def driver_version():
    try:
        asked = ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]
        return subprocess.run(asked, capture_output=True, text=True, timeout=20).stdout.splitlines()[0].strip()
    except (OSError, IndexError, subprocess.TimeoutExpired):
        return ""


def build(shape, dtype, spec):
    """A model of random weights on the GPU, with the quantisation and adapters of the spec."""
    import torch
    from transformers import AutoConfig, AutoModelForCausalLM

    shape = dict(shape)
    config = AutoConfig.for_model(shape.pop("model_type"), **shape)
    config.use_cache = bool(spec.get("generate"))
    wanted = {"attn_implementation": spec.get("attn", "sdpa")}
    if spec.get("quant"):
        return quantised(config, dtype, spec, wanted)
    with torch.device("cuda"):
        try:
            return AutoModelForCausalLM.from_config(config, dtype=getattr(torch, dtype), **wanted)
        except TypeError:  # transformers 4 spells it torch_dtype
            return AutoModelForCausalLM.from_config(config, torch_dtype=getattr(torch, dtype), **wanted)


def quantised(config, dtype, spec, wanted):
    """bitsandbytes quantises while it loads, so the random model is saved once and loaded back."""
    import torch
    from transformers import AutoModelForCausalLM, BitsAndBytesConfig

    how = (BitsAndBytesConfig(load_in_8bit=True) if spec["quant"] == "int8" else
           BitsAndBytesConfig(load_in_4bit=True, bnb_4bit_quant_type="nf4", bnb_4bit_compute_dtype=torch.bfloat16))
    with tempfile.TemporaryDirectory() as folder:
        AutoModelForCausalLM.from_config(config).to(getattr(torch, dtype)).save_pretrained(folder)
        gc.collect()
        return AutoModelForCausalLM.from_pretrained(folder, quantization_config=how, device_map={"": 0}, **wanted)


def adapted(model, spec):
    """The model with the spec's LoRA adapters, prepared as PEFT's own examples do."""
    import peft

    lora = spec["lora"]
    if spec.get("quant"):
        model = peft.prepare_model_for_kbit_training(model, use_gradient_checkpointing=bool(spec.get("ckpt")))
    elif spec.get("ckpt"):
        model.enable_input_require_grads()
    return peft.get_peft_model(model, peft.LoraConfig(
        r=lora["r"], lora_alpha=lora.get("alpha", 2 * lora["r"]), lora_dropout=lora.get("dropout", 0.0),
        target_modules=lora["targets"], task_type="CAUSAL_LM"))


def tokens_dataset(spec, vocabulary, length):
    """Rows of exactly seq tokens; padded: the second half of each row but one token is padding."""
    import torch

    class Tokens(torch.utils.data.Dataset):
        def __len__(self):
            return length

        def __getitem__(self, index):
            generator = torch.Generator().manual_seed(index)
            ids = torch.randint(0, vocabulary, (spec["seq"],), generator=generator)
            mask = torch.ones_like(ids)
            if spec.get("padded"):
                mask[spec["seq"] // 2 + 1:] = 0
            return {"input_ids": ids, "attention_mask": mask, "labels": ids.clone()}

    return Tokens()


def arguments_of(spec, folder):
    from transformers import TrainingArguments

    wanted = dict(
        output_dir=folder, per_device_train_batch_size=spec["batch"],
        gradient_accumulation_steps=spec.get("grad_accum", 1), max_steps=STEPS,
        bf16=spec.get("amp") == "bf16", fp16=spec.get("amp") == "fp16", optim=spec["optim"],
        gradient_checkpointing=bool(spec.get("ckpt")), learning_rate=1e-5, save_strategy="no",
        logging_strategy="no", report_to=[], dataloader_num_workers=0, remove_unused_columns=False,
        disable_tqdm=True, use_liger_kernel=bool(spec.get("liger")))
    if spec.get("ckpt"):
        wanted["gradient_checkpointing_kwargs"] = {"use_reentrant": bool(spec.get("reentrant", False))}
    if spec.get("eval"):
        wanted["per_device_eval_batch_size"] = spec["eval"]
    known = TrainingArguments.__dataclass_fields__
    return TrainingArguments(**{name: value for name, value in wanted.items() if name in known})


class Peaks:
    """Peaks of allocated memory by phase; each phase starts with a fresh peak."""

    def __init__(self):
        self.of = {}

    def close(self, phase):
        import torch

        torch.cuda.synchronize()
        peak = torch.cuda.max_memory_allocated()
        self.of[phase] = max(self.of.get(phase, 0), peak)
        torch.cuda.reset_peak_memory_stats()


def trainer_of(model, spec, folder, peaks):
    from transformers import Trainer, TrainerCallback

    class Phased(Trainer):
        def compute_loss(self, *args, **kwargs):
            loss = super().compute_loss(*args, **kwargs)
            peaks.close("forward")
            return loss

        def training_step(self, *args, **kwargs):
            if spec.get("generate"):
                generate(self.model, spec["generate"])
                peaks.close("generation")
            loss = super().training_step(*args, **kwargs)
            peaks.close("backward")
            return loss

    class Watch(TrainerCallback):
        def on_step_end(self, *args, **kwargs):
            peaks.close("step")

    dataset = tokens_dataset(spec, model.config.vocab_size, 4096)
    return Phased(model=model, args=arguments_of(spec, folder), train_dataset=dataset, callbacks=[Watch()],
                  eval_dataset=tokens_dataset(spec, model.config.vocab_size, spec["eval"]) if spec.get("eval") else None)


def generate(model, wanted):
    import torch

    model.eval()
    ids = torch.randint(0, model.config.vocab_size, (wanted["sequences"], wanted["prompt"]), device="cuda")
    with torch.no_grad():
        model.generate(ids, attention_mask=torch.ones_like(ids), do_sample=True, use_cache=True,
                       min_new_tokens=wanted["new"], max_new_tokens=wanted["new"], pad_token_id=0)
    model.train()


def measure_one(spec):
    """Train one spec for a few steps in this process; the row as a dict of FIELDS."""
    row = dict.fromkeys(FIELDS, "")
    row.update(id=spec["id"], spec=json.dumps(spec, sort_keys=True))
    reason = missing_for(spec)
    if reason:
        row.update(status="skipped", error=reason)
        return row
    import torch

    torch.cuda.init()
    torch.zeros(1, device="cuda")
    free, total = torch.cuda.mem_get_info()
    row.update(device_total=total, context=total - free - torch.cuda.memory_reserved(),
               gpu=torch.cuda.get_device_name(0), driver=driver_version(), cuda=torch.version.cuda,
               torch=torch.__version__, transformers=version_of("transformers"), peft=version_of("peft"),
               bitsandbytes=version_of("bitsandbytes"), liger=version_of("liger_kernel"))
    started, peaks, status, error = time.time(), Peaks(), "ok", ""
    try:
        other = build(spec["second"]["model"], spec["second"]["dtype"], {}) if spec.get("second") else None
        model = build(spec["model"], spec["dtype"], spec)
        if spec.get("lora"):
            model = adapted(model, spec)
        gc.collect()
        torch.cuda.empty_cache()
        row.update(params_total=sum(p.numel() for p in model.parameters()),
                   params_trainable=sum(p.numel() for p in model.parameters() if p.requires_grad),
                   after_load=torch.cuda.memory_allocated())
        torch.cuda.reset_peak_memory_stats()
        with tempfile.TemporaryDirectory() as folder:
            trainer = trainer_of(model, spec, folder, peaks)
            trainer.train()
            if spec.get("eval"):
                trainer.evaluate()
                peaks.close("evaluation")
        del other
    except torch.cuda.OutOfMemoryError as oom:
        status, error = "oom", str(oom).splitlines()[0]
        peaks.close("backward")
    stats = torch.cuda.memory_stats()
    free, total = torch.cuda.mem_get_info()
    row.update(status=status, error=error, seconds=round(time.time() - started, 1),
               peak_allocated=max(peaks.of.values(), default=0), device_used=total - free,
               # The peak counters are reset with each phase, but nothing is given back in between, so
               # what is reserved at the end is the largest reservation of the run.
               peak_reserved=max(stats["reserved_bytes.all.peak"], torch.cuda.memory_reserved()))
    for phase, peak in peaks.of.items():
        row["peak_" + phase] = peak
    return row


# ------------------------------------------------------------------------------- rows
def read_rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def append_row(path, row):
    """Appends a row; a file that is not there gets its header first. Other columns are kept out."""
    fresh = not os.path.exists(path) or os.path.getsize(path) == 0
    with open(path, "a", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, extrasaction="ignore")
        if fresh:
            writer.writeheader()
        writer.writerow(row)


def measure_in_child(spec, seconds):
    """The row of a spec, measured in a process of its own so that memory starts empty."""
    row = dict.fromkeys(FIELDS, "")
    row.update(id=spec["id"], spec=json.dumps(spec, sort_keys=True), status="failed")
    try:
        child = subprocess.run([sys.executable, os.path.abspath(__file__), "one", json.dumps(spec)],
                               capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        row["error"] = f"not done within {seconds:.0f} s"
        return row
    lines = [line for line in child.stdout.splitlines() if line.startswith("{")]
    if lines:
        return json.loads(lines[-1])
    row["error"] = " | ".join(child.stderr.strip().splitlines()[-3:])
    return row


def measure_all(specs, path, budget, only):
    """Measures specs in order until the budget is spent; those with a row already are skipped."""
    done = {row["id"] for row in read_rows(path) if row["status"] != "skipped"} if os.path.exists(path) else set()
    started, measured = time.time(), 0
    for spec in specs:
        left = budget - (time.time() - started)
        if spec["id"] in done or (only and not re.search(only, spec["id"])):
            continue
        if left < 20:
            print(f"out of time before {spec['id']}: run again to continue", file=sys.stderr)
            break
        row = measure_in_child(spec, left)
        append_row(path, row)
        measured += row["status"] in ("ok", "oom")
        print(f"{row['id']:56s} {row['status']:8s} {int(row['peak_allocated'] or 0) / GIB:8.2f} GiB  "
              f"{row['error'][:80]}", flush=True)
    return measured


# ------------------------------------------------------------------------------- comparison
def group_of(spec):
    """The group whose errors are reported together."""
    kind = "quantised" if spec.get("quant") else "LoRA" if spec.get("lora") else "full"
    return f"{kind}, {'checkpointing' if spec.get('ckpt') else 'no checkpointing'}"


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def summary(name, errors):
    absolute = [abs(e) for e in errors]
    return (f"{name:32s} n {len(errors):3d}  median {statistics.median(errors):+6.1f} %  "
            f"abs median {statistics.median(absolute):5.1f}  p90 {percentile(absolute, 0.9):5.1f}  "
            f"worst {max(errors, key=abs):+6.1f}")


def compare(rows, binary, out=sys.stdout):
    """Prints errors of every measured row and group. Returns the ids measured above high."""
    allocated, device, above = {}, {}, []
    for row in rows:
        spec = json.loads(row["spec"])
        estimate = estimate_of(binary, spec, row["gpu"]) if row["status"] in ("ok", "oom") else None
        if row["status"] == "oom":
            fits = estimate["device"]["high"] <= int(row["device_total"])
            print(f"{row['id']:56s} out of memory; estimate {estimate['device']['likely'] / GIB:.1f} GiB"
                  f"{': said to FIT' if fits else ''}", file=out)
            above += [row["id"]] if fits else []
            continue
        if row["status"] != "ok":
            continue
        a = error_of(estimate, "allocated", int(row["peak_allocated"]))
        d = error_of(estimate, "device", int(row["device_used"]))
        outside = int(row["peak_allocated"]) > estimate["allocated"]["high"] or \
            int(row["device_used"]) > estimate["device"]["high"]
        print(f"{row['id']:56s} allocated {int(row['peak_allocated']) / GIB:7.2f} GiB {a:+6.1f} %   "
              f"device {int(row['device_used']) / GIB:7.2f} GiB {d:+6.1f} %   peak in {estimate['phase']}"
              f"{'   ABOVE HIGH' if outside else ''}", file=out)
        allocated.setdefault(group_of(spec), []).append(a)
        device.setdefault(group_of(spec), []).append(d)
        above += [row["id"]] if outside else []
    for title, groups in [("allocated", allocated), ("device", device)]:
        everything = [error for errors in groups.values() for error in errors]
        if everything:
            print(f"\n{title}", file=out)
            for name in sorted(groups):
                print("  " + summary(name, groups[name]), file=out)
            print("  " + summary("all", everything), file=out)
    print(f"\n{len([r for r in rows if r['status'] == 'ok'])} measured, "
          f"{len([r for r in rows if r['status'] == 'oom'])} out of memory, "
          f"{len([r for r in rows if r['status'] in ('failed', 'skipped')])} not measured, {len(above)} above high",
          file=out)
    return above


def plan(specs, binary, out=sys.stdout):
    """What would be measured, with its estimate."""
    for spec in specs:
        e = estimate_of(binary, spec, None)
        print(f"{spec['id']:56s} {e['device']['low'] / GIB:7.2f} … {e['device']['likely'] / GIB:7.2f} … "
              f"{e['device']['high'] / GIB:7.2f} GiB  peak in {e['phase']}", file=out)
    print(f"{len(specs)} specs", file=out)


def specs_of_config(binary, path):
    """The specs of the jobs that gpumem-lint finds in a file or folder, and why others are left out."""
    specs = []
    for job in ask(binary, [path])["jobs"]:
        model = job["settings"].get("model", {}).get("value")
        shapes = ask(binary, ["models", model])["models"] if model else []
        spec = spec_of(job, shapes[0]["config"]) if shapes else None
        if spec:
            specs.append(spec)
        else:
            print(f"{job['id']}: not measurable on one GPU, or its model is not known", file=sys.stderr)
    return specs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["plan", "run", "job", "compare", "one"])
    parser.add_argument("input", help="specs, rows, a config or (one) a spec as JSON")
    parser.add_argument("rows", nargs="?", help="where run and job append their rows")
    parser.add_argument("--gpumem-lint", help="the binary to ask")
    parser.add_argument("--budget", type=float, default=540, help="seconds to spend (default 540)")
    parser.add_argument("--only", help="only specs whose id matches this regular expression")
    args = parser.parse_args()
    if args.what == "one":
        print(json.dumps(measure_one(json.loads(args.input))))
        return 0
    if args.what == "compare":
        return 1 if compare(read_rows(args.input), find_binary(args.gpumem_lint)) else 0
    if args.what == "job":
        specs = specs_of_config(find_binary(args.gpumem_lint), args.input)
    else:
        with open(args.input) as file:
            specs = json.load(file)
    if args.what == "plan":
        plan(specs, find_binary(args.gpumem_lint))
        return 0
    path = args.rows or "rows.csv"
    measure_all(specs, path, args.budget, args.only)
    if args.what == "job":
        return 1 if compare([r for r in read_rows(path) if r["id"] in {s["id"] for s in specs}],
                            find_binary(args.gpumem_lint)) else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())

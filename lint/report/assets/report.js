"use strict";
(function () {
	const list = document.getElementById("list");
	const filter = document.getElementById("filter");
	const verdict = document.getElementById("verdict");
	const sort = document.getElementById("sort");
	const shown = document.getElementById("shown");
	const theme = document.getElementById("theme");
	const jobs = list ? Array.from(list.querySelectorAll(":scope > .job")) : [];

	/* Jobs whose text has all the words, of the verdict that is chosen. */
	function apply() {
		const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
		let n = 0;

		for (const job of jobs) {
			const text = job.dataset.text.toLowerCase();
			const keep = words.every((word) => text.includes(word)) && (!verdict.value || job.dataset.verdict === verdict.value);

			job.hidden = !keep;
			n += keep;
		}
		shown.textContent = n + " of " + jobs.length + " shown";
	}

	function order() {
		const key = sort.value;
		const by = {
			worst: (a, b) => b.dataset.over - a.dataset.over,
			memory: (a, b) => b.dataset.memory - a.dataset.memory,
			name: (a, b) => (a.dataset.name < b.dataset.name ? -1 : 1),
		};

		for (const job of [...jobs].sort(by[key] || by.worst))
			list.append(job);
	}

	if (jobs.length) {
		document.getElementById("controls").hidden = false;
		filter.addEventListener("input", apply);
		verdict.addEventListener("change", apply);
		sort.addEventListener("change", order);
		apply();
	}
	theme.hidden = false;
	theme.addEventListener("click", function () {
		const dark = matchMedia("(prefers-color-scheme: dark)").matches;
		const now = document.documentElement.dataset.theme || (dark ? "dark" : "light");

		document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
	});
	/* On paper nothing can be opened. */
	addEventListener("beforeprint", function () {
		for (const details of document.querySelectorAll("details"))
			details.open = true;
	});
})();

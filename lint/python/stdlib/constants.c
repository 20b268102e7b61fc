/* Constants of the standard library. */
#include "stdlib_parts.h"

#include <math.h>

/* A Python that today's libraries run on: what scripts ask is whether it is one of 3.6 to 3.10. */
static struct node *version_info(struct interpreter *py, struct span at)
{
	struct node *out = py_new(py, NODE_TUPLE, at);

	py_append(py, out, py_int(py, 3, at));
	py_append(py, out, py_int(py, 11, at));
	py_append(py, out, py_int(py, 0, at));
	return out;
}

static const struct {
	const char *name, *text;
} texts[] = {
    {"os.sep", "/"},
    {"os.path.sep", "/"},
    {"os.curdir", "."},
    {"os.path.curdir", "."},
    {"os.pardir", ".."},
    {"os.path.pardir", ".."},
    {"os.linesep", "\n"},
    {"os.name", "posix"},
    {"sys.executable", "python"},
    {"sys.platform", "linux"},
    {"sys.byteorder", "little"},
    {"string.ascii_lowercase", "abcdefghijklmnopqrstuvwxyz"},
    {"string.ascii_uppercase", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
    {"string.digits", "0123456789"},
};
static const struct {
	const char *name;
	int value;
} ints[] = {
    {"re.I", 2},  {"re.IGNORECASE", 2}, {"re.M", 8},  {"re.MULTILINE", 8},
    {"re.S", 16}, {"re.DOTALL", 16},	{"re.X", 64}, {"re.VERBOSE", 64},
};
static const struct {
	const char *name;
	double value;
} reals[] = {
    {"math.pi", M_PI},
    {"math.e", M_E},
    {"math.tau", 2 * M_PI},
    {"math.inf", HUGE_VAL},
};

struct node *absl_flags(struct interpreter *py, struct span at)
{
	if (!py->absl) {
		py->absl = py_new(py, NODE_OBJECT, at);
		py->absl->code = py_tag_namespace;
	}
	return py->absl;
}

/* TensorFlow 1.7 to 2.x tensorflow/python/platform/flags.py and app.py: absl's own. */
static const struct {
	const char *name, *real;
} renamed[] = {
    {"tensorflow.flags", "absl.flags"},
    {"tensorflow.app.flags", "absl.flags"},
    {"tensorflow.app.run", "absl.app.run"},
    {"tensorflow.compat.v1.flags", "absl.flags"},
    {"tensorflow.compat.v1.app.flags", "absl.flags"},
    {"tensorflow.compat.v1.app.run", "absl.app.run"},
    {"tensorflow.python.platform.flags", "absl.flags"},
};

static struct node *renamed_library(struct interpreter *py, struct str dotted, struct span at)
{
	for (size_t i = 0; i < sizeof(renamed) / sizeof(*renamed); i++)
		if (str_is(dotted, renamed[i].name)) {
			struct node *n = py_new(py, NODE_NAME, at);

			n->text = str_of(renamed[i].real);
			return n;
		}
	return NULL;
}

/* What a run does not share with any other. */
static struct node *own_value(struct interpreter *py, struct str dotted, struct span at)
{
	if (str_is(dotted, "os.environ"))
		return py->environ;
	if (str_is(dotted, "sys.argv"))
		return py->argv;
	if (str_is(dotted, "sys.path"))
		return py->sys_path;
	if (str_is(dotted, "wandb.config")) {
		if (!py->wandb) {
			py->wandb = py_new(py, NODE_MAP, at);
			py->wandb->open = true;
		}
		return py->wandb;
	}
	if (str_is(dotted, "absl.flags.FLAGS"))
		return absl_flags(py, at);
	return root_registry(py, dotted, at);
}

/* Every name of a library that is imported is asked for: most are of none of these. */
bool may_be_library_constant(struct str dotted)
{
	struct str root = str_cut(dotted, '.').head;

	return str_is(root, "os") || str_is(root, "sys") || str_is(root, "wandb") || str_is(root, "absl") || str_is(root, "tensorflow") ||
	       str_is(root, "typing") || str_is(root, "builtins") || str_is(root, "re") ||
	       str_is(root, "string") || str_is(root, "math") || str_is(root, "mmengine") || str_starts(dotted, STR("torch.version."));
}

struct node *library_constant(struct interpreter *py, struct str dotted, struct span at)
{
	struct node *own;

	if (!may_be_library_constant(dotted))
		return NULL;
	own = own_value(py, dotted, at);
	if (own || str_starts(dotted, STR("tensorflow.")))
		return own ? own : renamed_library(py, dotted, at);
	if (str_is(dotted, "sys.version_info"))
		return version_info(py, at);
	if (str_is(dotted, "sys.maxsize"))
		return py_int(py, INT64_MAX, at);
	/* PyTorch for NVIDIA's cards. */
	if (str_is(dotted, "torch.version.hip"))
		return py_none(py, at);
	if (str_is(dotted, "typing.TYPE_CHECKING"))
		return py_bool(py, false, at);
	if (str_is(dotted, "builtins.__debug__"))
		return py_bool(py, true, at);
	for (size_t i = 0; i < sizeof(ints) / sizeof(*ints); i++)
		if (str_is(dotted, ints[i].name))
			return py_int(py, ints[i].value, at);
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (str_is(dotted, texts[i].name))
			return py_str(py, str_of(texts[i].text), at);
	for (size_t i = 0; i < sizeof(reals) / sizeof(*reals); i++)
		if (str_is(dotted, reals[i].name))
			return py_real(py, reals[i].value, at);
	return NULL;
}

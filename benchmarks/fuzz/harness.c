/* Hands the inputs of libFuzzer to `one_input` of target.py, in a Python of its own; `fuzz_lines.py` builds and runs it.

   The bytes lie in memory of exactly their size, so that AddressSanitizer sees a read of a single byte behind them. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static PyObject *one_input;

static void require(int held) {
    if (!held) {
        PyErr_Print();
        abort();
    }
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    Py_Initialize();
    PyObject *target = PyImport_ImportModule("benchmarks.fuzz.target");
    require(target != NULL);
    one_input = PyObject_GetAttrString(target, "one_input");
    require(one_input != NULL);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *exact = malloc(size ? size : 1);
    memcpy(exact, data, size);
    PyObject *view = PyMemoryView_FromMemory(exact, (Py_ssize_t)size, PyBUF_READ);
    require(view != NULL);
    PyObject *done = PyObject_CallOneArg(one_input, view);
    require(done != NULL);
    Py_DECREF(done);
    Py_DECREF(view);
    free(exact);
    return 0;
}

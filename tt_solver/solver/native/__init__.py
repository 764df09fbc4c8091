"""The compiled twin of the solver: headers that the compiled reader of records includes."""

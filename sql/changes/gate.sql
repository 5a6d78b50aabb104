-- core.call runs the operation itself. The functions that passed this type are dropped with it.
drop type core.outcome cascade;

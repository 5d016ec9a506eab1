// The two answers that every question takes, apart from the schema so that the browser's bundle needs no zod for them.

/** None of the choices is meant: the navigator does not take one of them. */
export const NONE_OF_THESE = 'none';
/** Nobody decides: the task goes on as if nobody were there. */
export const SKIP = 'skip';

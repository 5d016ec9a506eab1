// A list in what somebody else wrote. INVARIANT: it is counted first and read up to its first fault: what is wrong with all the others
// would only cost time.
import { z } from 'zod';

/** From one to `max` of them. */
export const listOf = <Element extends z.ZodType>(element: Element, max: number) =>
  z
    .array(z.unknown())
    .min(1)
    .max(max)
    .transform((all, context): z.output<Element>[] => {
      const read: z.output<Element>[] = [];
      for (const [at, one] of all.entries()) {
        const { success, data, error } = element.safeParse(one);
        if (!success) {
          const { message = 'is not as it must be', path = [] } = error.issues[0] ?? {};
          context.issues.push({ code: 'custom', message, input: one, path: [at, ...path] });
          return z.NEVER;
        }
        read.push(data);
      }
      return read;
    });

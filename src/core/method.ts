import type { z } from 'zod'

/** A method of the contract or of a protocol's own screen: its input and output. */
export function method<I extends z.ZodType, O extends z.ZodType>(input: I, output: O): { readonly input: I; readonly output: O } {
  return { input, output }
}

/** A method that is called only after the screen has shown exactly what it will do; its call carries a `Confirmation`. */
export function confirmed<I extends z.ZodType, O extends z.ZodType>(
  input: I,
  output: O,
): { readonly input: I; readonly output: O; readonly confirms: true } {
  return { input, output, confirms: true }
}

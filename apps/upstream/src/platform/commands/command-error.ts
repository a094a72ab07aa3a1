/** An error that an operator can correct. Its message is one line for the terminal and contains no secret. */
export class CommandError extends Error {
  override name = 'CommandError'
}

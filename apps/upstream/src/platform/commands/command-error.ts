/** What an operator can do something about; its message is one line for the terminal and holds no secret. */
export class CommandError extends Error {
  override name = 'CommandError'
}

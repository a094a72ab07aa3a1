import type { Exit } from '#platform/commands/command.ts'

/** What `npm run admin` ends with. */
export interface AdminResult {
  exitCode: Exit
  /** Lines for the terminal: the only place that prints a new password. */
  lines: string[]
}

import type { Exit } from '#platform/commands/command.ts'

/** Result of `npm run admin`. */
export interface AdminResult {
  exitCode: Exit
  /** Lines for the terminal. A new password is printed nowhere else. */
  lines: string[]
}

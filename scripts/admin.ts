// `npm run admin -- create EMAIL | role EMAIL editor|user | list | audit | site [set NAME=VALUE …]`: accounts and site information
// of the reference upstream, in the database that `npm start` uses. Prints a new password to stdout, once, and refusals to
// stderr. Exits with 1 after a refusal, with 2 for wrong arguments or settings.
import { runAdminCommand } from '../apps/upstream/src/operator/admin/admin-run.ts'
import { getOperatorOptions } from './operator-options.ts'

process.exitCode = await runAdminCommand(getOperatorOptions())

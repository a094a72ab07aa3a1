// `npm run admin -- create EMAIL | role EMAIL editor|user | list | site [set NAME=VALUE …]`: accounts and site information
// of the reference upstream, in the database that `npm start` uses. A new password goes to stdout, once; why nothing was
// done to stderr. Exit 0 when it was done, 1 when it was refused, 2 for a wrong use or a wrong setting.
import { runAdminCommand } from '../apps/upstream/src/admin/admin-run.ts'
import { operatorOptions } from './operator-options.ts'

process.exitCode = await runAdminCommand(operatorOptions())

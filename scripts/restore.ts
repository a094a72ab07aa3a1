// `npm run restore -- FOLDER [--replace]`: puts a backup in the place of what the reference upstream would use, all or
// nothing. The site must be stopped. Exit 0 when it was done, 1 when it was refused, 2 for a wrong use or setting.
import { runRestore } from '../apps/upstream/src/backup/backup-command.ts'
import { operatorOptions } from './operator-options.ts'

process.exitCode = await runRestore(operatorOptions())

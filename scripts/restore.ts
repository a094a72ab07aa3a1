// `npm run restore -- FOLDER [--replace]`: replaces the data of the reference upstream with a backup, completely or not at
// all. The site must be stopped. Exit 1 when it was refused, 2 for wrong arguments or settings.
import { runRestore } from '../apps/upstream/src/backup/backup-command.ts'
import { getOperatorOptions } from './operator-options.ts'

process.exitCode = await runRestore(getOperatorOptions())

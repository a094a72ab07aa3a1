// `npm run backup [-- FOLDER]`: copies database, uploads and keys of the reference upstream into one folder. It may run
// while the site does. Exit 1 when it failed, 2 for wrong arguments or settings.
import { runBackup } from '../apps/upstream/src/backup/backup-command.ts'
import { getOperatorOptions } from './operator-options.ts'

process.exitCode = await runBackup(getOperatorOptions())

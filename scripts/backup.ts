// `npm run backup [-- FOLDER]`: database, uploads and keys of the reference upstream that `npm start` would use, in one
// folder. It may run while the site does. Exit 0 when it was made, 1 when it was not, 2 for a wrong use or setting.
import { runBackup } from '../apps/upstream/src/backup/backup-command.ts'
import { operatorOptions } from './operator-options.ts'

process.exitCode = await runBackup(operatorOptions())

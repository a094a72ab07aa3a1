// `npm run migrate -- --to postgres://…`: moves the SQLite database of the reference upstream that `npm start` would use
// into an empty PostgreSQL, and compares both. The site must be stopped. Exit 0 when it was moved, 1 when nothing was, 2
// for a wrong use or setting.
import { runMigrate } from '../apps/upstream/src/migrate-database/migrate-command.ts'
import { operatorOptions } from './operator-options.ts'

process.exitCode = await runMigrate(operatorOptions())

// `npm run migrate -- --to postgres://…`: moves the SQLite database of the reference upstream into an empty PostgreSQL,
// and compares both. The site must be stopped. Exit 1 when nothing was moved, 2 for wrong arguments or settings.
import { runMigrate } from '../apps/upstream/src/operator/migrate-database/migrate-command.ts'
import { getOperatorOptions } from './operator-options.ts'

process.exitCode = await runMigrate(getOperatorOptions())

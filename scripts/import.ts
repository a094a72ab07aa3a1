// `npm run import -- certificates FILE.csv|FILE.jsonl [--pictures DIR]`: imports certificates of the laboratory into the
// database of the reference upstream. It may run while the site does.
import { runImport } from '../apps/upstream/src/certificates/import/import-command.ts'
import { getOperatorOptions } from './operator-options.ts'

process.exitCode = await runImport(getOperatorOptions())

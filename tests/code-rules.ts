import path from 'node:path'
import { parseSync, Visitor } from 'vite'

const TEST_CODE = /\.test\.tsx?$|\/testing\/|^(?:tests|bench)\//
const FOLDER_MAX_FILES = 35
const FUNCTION_MAX_LINES = 120

type Sources = ReadonlyMap<string, string>

/** Finds casts around the type checker outside tests. */
export function findForcedCasts(sources: Sources): string[] {
  return [...sources]
    .filter(([file, text]) => !TEST_CODE.test(file) && /\bas unknown as\b/.test(text))
    .map(([file]) => file)
}

/**
 * Finds folders with too many direct files.
 * @param files paths from the root
 */
export function findFullFolders(files: readonly string[]): string[] {
  const counts = Map.groupBy(files, (file) => path.posix.dirname(file))
  return [...counts]
    .filter(([, { length }]) => length > FOLDER_MAX_FILES)
    .map(([folder, { length }]) => `${folder}: ${length}`)
}

/** Finds functions outside tests that are too long. */
export function findLongFunctions(sources: Sources): string[] {
  return [...sources]
    .filter(([file]) => !TEST_CODE.test(file))
    .flatMap(([file, text]) => findLongFunctionsInFile(file, text))
}

function findLongFunctionsInFile(file: string, text: string): string[] {
  const found: string[] = []
  const check = ({ start, end }: { start: number; end: number }) => {
    const lines = text.slice(start, end).split('\n').length
    if (lines > FUNCTION_MAX_LINES)
      found.push(`${file}: ${lines} lines from ${text.slice(start, start + 60).split('\n')[0]}`)
  }
  new Visitor({
    FunctionDeclaration: check,
    FunctionExpression: check,
    ArrowFunctionExpression: check,
  }).visit(parseSync(file, text).program)
  return found
}

/** Finds build plugins of web that read and modify published packages. */
export function findPackagePatches(sources: Sources): string[] {
  return [...sources]
    .filter(
      ([file, text]) => /^apps\/web\/(?!src\/).*plugin/.test(file) && /node_modules|import\.meta\.resolve/.test(text),
    )
    .map(([file]) => file)
}

/** Finds suites with soak figures whose file name is not that of the soak run, and the reverse. */
export function findMisnamedSoakSuites(sources: Sources): string[] {
  return [...sources]
    .filter(
      ([file, text]) => /\.test\.tsx?$/.test(file) && /\bimport \{ figure \}/.test(text) !== /\.soak\./.test(file),
    )
    .map(([file]) => file)
}

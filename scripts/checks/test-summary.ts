import path from 'node:path'
import { root } from '../repository.ts'

interface Failure {
  /** Path from the root; empty for an error outside of every file. */
  file: string
  /** Titles of the test, or empty when a hook or the whole file failed. */
  test: string
  /** The first lines of the error. */
  message: string
}

interface FileResult {
  /** Path from the root. */
  file: string
  passed: number
  failures: Failure[]
  /** Names of skipped suites, with the number of their tests. */
  skipped: Map<string, number>
  durationMs: number
}

interface ReportedError {
  message: string
  stack?: string
}

interface ReportedTest {
  type: 'test'
  name: string
  fullName: string
  result(): { state: string; errors?: readonly ReportedError[] | undefined }
}

interface ReportedSuite {
  type: 'suite'
  name: string
  fullName: string
  errors(): readonly ReportedError[]
  children: { allTests(): Iterable<ReportedTest>; allSuites(): Iterable<ReportedSuite> }
}

/** The part of Vitest's `TestModule` that is read here. */
export interface ReportedFile {
  moduleId: string
  project: { name: string }
  state(): string
  errors(): readonly ReportedError[]
  diagnostic(): { duration: number }
  children: Iterable<ReportedTest | ReportedSuite>
}

/** Maximum length of a message, as Vitest has printed all of it above. Lines. */
const MESSAGE_LINES = 12
const SLOWEST_FILES = 10

/**
 * Prints the end of a test run: slowest files, skipped suites by name, every failure once more, and the counts in the
 * last line. A Vitest reporter; the result of a file that runs again replaces the first one.
 */
export class TestSummary {
  readonly #startMs = performance.now()
  /** Whether a suite that fails at first and passes alone fails the run. */
  readonly #isStrict: boolean
  /** Results by project and file: a file runs in several projects. */
  readonly #files = new Map<string, FileResult>()
  readonly #errors: Failure[] = []
  readonly #unsteady: Failure[] = []
  #passedChecks = 0
  readonly #failedChecks: string[] = []

  constructor({ isStrict = process.env.REQUIRE_STEADY === '1' } = {}) {
    this.#isStrict = isStrict
  }

  /** Counts a check that is not a Vitest test. */
  addCheck(name: string, hasPassed: boolean): void {
    if (hasPassed) this.#passedChecks += 1
    else this.#failedChecks.push(name)
  }

  onTestRunEnd(files: readonly ReportedFile[], unhandledErrors: readonly ReportedError[]): void {
    for (const file of files) this.#addFile(file)
    for (const error of unhandledErrors) this.#errors.push({ file: '', test: '', message: getFirstLines(error) })
  }

  /** Reports a file as unsteady if its second result is better than its first. */
  #addFile(file: ReportedFile): void {
    const name = path.relative(root, file.moduleId)
    const key = `${file.project.name} ${name}`
    const before = this.#files.get(key)?.failures ?? []
    const result = summarizeFile(name, file)
    this.#files.set(key, result)
    const stillFailed = new Set(result.failures.map(({ test }) => test))
    this.#unsteady.push(...before.filter(({ test }) => !stillFailed.has(test)))
  }

  /** Paths of the failed files, from the root. */
  get failedFiles(): string[] {
    const failed = [...this.#files.values()].filter(({ failures }) => failures.length > 0)
    return [...new Set(failed.map(({ file }) => file))]
  }

  /** Whether any suite ran. */
  get hasFiles(): boolean {
    return this.#files.size > 0
  }

  get hasFailed(): boolean {
    return this.#failedCount > 0
  }

  get #failedCount(): number {
    return this.#failedChecks.length + this.#failures.length + (this.#isStrict ? this.#unsteady.length : 0)
  }

  get #failures(): Failure[] {
    return [...this.#errors, ...[...this.#files.values()].flatMap(({ failures }) => failures)]
  }

  print(): void {
    const files = [...this.#files.values()].sort((one, other) => other.durationMs - one.durationMs)
    for (const { file, durationMs } of files.slice(0, SLOWEST_FILES))
      console.log(`${formatSeconds(durationMs)} ${file}`)
    const skipped = files.flatMap((file) => [...file.skipped])
    for (const [suite, tests] of skipped) console.log(`Skipped: ${suite} (${tests})`)
    for (const name of this.#failedChecks) console.log(`Failed: ${name}`)
    for (const failure of this.#unsteady) printFailure('Unsteady, passed alone', failure)
    for (const failure of this.#failures) printFailure('Failed', failure)
    console.log(`Total time: ${formatSeconds(performance.now() - this.#startMs).trim()}`)
    const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
    const passed = this.#passedChecks + sum(files.map((file) => file.passed))
    const skippedTests = sum(skipped.map(([, tests]) => tests))
    // Other programs read this line.
    console.log(`${passed} passed, ${this.#failedCount} failed${skippedTests > 0 ? `, ${skippedTests} skipped` : ''}`)
  }
}

function summarizeFile(name: string, file: ReportedFile): FileResult {
  const result: FileResult = {
    file: name,
    passed: 0,
    failures: [],
    skipped: new Map(),
    durationMs: file.diagnostic().duration,
  }
  const fail = (test: string, errors: readonly ReportedError[]) =>
    result.failures.push({ file: name, test, message: errors.map(getFirstLines).join('\n') })
  for (const child of file.children) {
    for (const test of child.type === 'test' ? [child] : child.children.allTests()) {
      const { state, errors = [] } = test.result()
      if (state === 'passed') result.passed += 1
      else if (state === 'failed') fail(test.fullName, errors)
      else {
        const suite = `${name} › ${child.name}`
        result.skipped.set(suite, (result.skipped.get(suite) ?? 0) + 1)
      }
    }
    for (const suite of child.type === 'suite' ? [child, ...child.children.allSuites()] : []) {
      if (suite.errors().length > 0) fail(suite.fullName, suite.errors())
    }
  }
  if (file.errors().length > 0) fail('', file.errors())
  const hasEnded = ['passed', 'failed', 'skipped'].includes(file.state())
  if (result.failures.length === 0 && (file.state() === 'failed' || !hasEnded))
    fail('', [{ message: 'did not finish' }])
  return result
}

function getFirstLines({ message, stack = '' }: ReportedError): string {
  const calls = stack.split('\n').filter((line) => /^\s+at /.test(line) && !line.includes('node_modules'))
  return [...message.split('\n'), ...calls].slice(0, MESSAGE_LINES).join('\n')
}

function printFailure(heading: string, { file, test, message }: Failure): void {
  console.log(`${heading}: ${[file, test].filter(Boolean).join(' › ')}\n${message.replaceAll(/^/gm, '    ')}\n`)
}

function formatSeconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1).padStart(7)} s`
}

import path from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { root } from '../repository.ts'
import { type ReportedFile, TestSummary } from './test-summary.ts'

const FILE = 'apps/bff/src/shared-state/redis.test.ts'

/** Makes a file with one suite `with Redis`, whose tests have these states. */
function file(states: string[], { state = 'passed', error = '', project = 'node' } = {}): ReportedFile {
  const tests = states.map((each, nth) => ({
    type: 'test' as const,
    name: `works ${nth}`,
    fullName: `with Redis > works ${nth}`,
    result: () => ({ state: each, errors: each === 'failed' ? [{ message: 'it broke' }] : [] }),
  }))
  const errors = () => []
  const children = { allTests: () => tests, allSuites: () => [] }
  return {
    moduleId: path.join(root, FILE),
    project: { name: project },
    state: () => (states.includes('failed') ? 'failed' : state),
    errors: () => (error ? [{ message: error }] : []),
    diagnostic: () => ({ duration: 1234 }),
    children: [{ type: 'suite', name: 'with Redis', fullName: 'with Redis', errors, children }],
  }
}

let summary: TestSummary
beforeEach(() => {
  summary = new TestSummary({ isStrict: false })
})

function printSummary(): string[] {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  summary.print()
  const lines = log.mock.calls.map(([line]) => String(line))
  log.mockRestore()
  return lines
}

describe('the last line', () => {
  it('adds up checks and test runs', () => {
    summary.addCheck('format and lint', true)
    summary.addCheck('types of apps/web', false)
    summary.onTestRunEnd([file(['passed', 'passed'])], [])
    expect(printSummary().at(-1)).toBe('3 passed, 1 failed')
    expect(summary.hasFailed).toBe(true)
  })

  it('follows the names of failed checks', () => {
    summary.addCheck('format and lint', true)
    summary.addCheck('types of apps/web', false)
    expect(printSummary().filter((line) => line.startsWith('Failed'))).toEqual(['Failed: types of apps/web'])
  })

  it('counts skipped tests only when there are any', () => {
    summary.onTestRunEnd([file(['passed', 'failed', 'skipped'])], [])
    expect(printSummary().at(-1)).toBe('1 passed, 1 failed, 1 skipped')
  })

  it('counts a file that could not be loaded, one that did not finish, and an error outside of every test', () => {
    summary.onTestRunEnd([file([], { state: 'failed', error: 'no such module' })], [])
    expect(printSummary().at(-1)).toBe('0 passed, 1 failed')
    summary.onTestRunEnd([file(['passed'], { state: 'pending' })], [{ message: 'the worker died' }])
    expect(printSummary().at(-1)).toBe('1 passed, 2 failed')
  })
})

describe('the lines above the last', () => {
  it('show the slowest files and the total time', () => {
    summary.onTestRunEnd([file(['passed'])], [])
    expect(printSummary()).toEqual([
      `    1.2 s ${FILE}`,
      expect.stringMatching(/^Total time: \d+\.\d s$/),
      '1 passed, 0 failed',
    ])
  })

  it('name skipped suites with the number of their tests', () => {
    summary.onTestRunEnd([file(['passed', 'skipped', 'pending'])], [])
    expect(printSummary()).toContain(`Skipped: ${FILE} › with Redis (2)`)
  })

  it('repeat every failure with its message', () => {
    summary.onTestRunEnd([file(['passed', 'failed'])], [])
    expect(printSummary()).toContain(`Failed: ${FILE} › with Redis > works 1\n    it broke\n`)
    expect(summary.failedFiles).toEqual([FILE])
  })
})

describe('a second run of a file', () => {
  it('replaces the first result, which is printed as unsteady', () => {
    summary.onTestRunEnd([file(['failed', 'passed'])], [])
    summary.onTestRunEnd([file(['passed', 'passed'])], [])
    expect(printSummary().at(-1)).toBe('2 passed, 0 failed')
    expect(printSummary()).toContain(`Unsteady, passed alone: ${FILE} › with Redis > works 0\n    it broke\n`)
    expect(summary.failedFiles).toEqual([])
  })

  it('fails a strict run although it passes', () => {
    summary = new TestSummary({ isStrict: true })
    summary.onTestRunEnd([file(['failed', 'passed'])], [])
    summary.onTestRunEnd([file(['passed', 'passed'])], [])
    expect(printSummary().at(-1)).toBe('2 passed, 1 failed')
    expect(summary.hasFailed).toBe(true)
  })

  it('does not replace the result of the same file in another project', () => {
    summary.onTestRunEnd([file(['failed'], { project: 'postgres' }), file(['passed'])], [])
    expect(printSummary().at(-1)).toBe('1 passed, 1 failed')
    expect(summary.failedFiles).toEqual([FILE])
  })

  it('counts as failed when it fails again', () => {
    summary.onTestRunEnd([file(['failed'])], [])
    summary.onTestRunEnd([file(['failed'])], [])
    expect(printSummary().at(-1)).toBe('0 passed, 1 failed')
    expect(printSummary().join('\n')).not.toContain('Unsteady')
  })
})

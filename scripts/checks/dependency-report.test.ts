import { describe, expect, it } from 'vitest'
import { findBillProblems, readAudit } from './dependency-report.ts'

const makeHole = (name: string, severity: string, via: unknown[]) => ({
  [name]: { name, severity, via, range: '<2.0.0' },
})
const report = (vulnerabilities: object) => JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: {} })

describe('the vulnerability report', () => {
  it('names each severe vulnerability with its title, and counts the others', () => {
    const found = {
      ...makeHole('a', 'critical', [{ title: 'Anybody may log in' }]),
      ...makeHole('b', 'high', ['a']),
      ...makeHole('c', 'moderate', [{ title: 'Slow' }]),
    }
    expect(readAudit(report(found))).toEqual({
      kind: 'answered',
      severe: ['a: critical, Anybody may log in (<2.0.0)', 'b: high, through a (<2.0.0)'],
      lesser: 1,
    })
  })

  it('is empty without vulnerabilities', () => {
    expect(readAudit(report({}))).toEqual({ kind: 'answered', severe: [], lesser: 0 })
  })

  it.each([
    [
      '{"message":"405 Method Not Allowed - POST https://r.test/bulk","error":{"summary":""}}',
      '405 Method Not Allowed - POST https://r.test/bulk',
    ],
    ['{"error":{"code":"ENOTFOUND","summary":"request failed\\nmore"}}', 'request failed'],
    ['<html>proxy</html>\n', '<html>proxy</html>'],
    ['', 'no output'],
  ])('is never empty when the registry did not answer: %s', (output, why) => {
    expect(readAudit(output)).toEqual({ kind: 'unreachable', why })
  })
})

describe('the list of packages', () => {
  const licenses = [{ license: { id: 'MIT' } }]
  const makeBill = (...components: object[]) => JSON.stringify({ bomFormat: 'CycloneDX', components })
  const lock = {
    packages: {
      'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
      'node_modules/b/node_modules/@x/c': { version: '2.0.0', integrity: 'sha512-c' },
      'node_modules/d': { version: '1.0.0' },
    },
  }
  const none = () => false

  it('is accepted when each package is locked and has a licence', () => {
    const own = { name: 'web', version: '0.1.0', properties: [{ name: 'cdx:npm:package:private', value: 'true' }] }
    const list = makeBill({ name: 'a', version: '1.0.0', licenses }, { name: '@x/c', version: '2.0.0', licenses }, own)
    expect(findBillProblems(list, lock, none)).toEqual([])
  })

  it.each([
    [{ name: 'a', version: '1.0.1', licenses }, 'a@1.0.1 is not in package-lock.json'],
    [{ name: 'd', version: '1.0.0', licenses }, 'd@1.0.0 has no integrity in package-lock.json'],
    [{ name: 'a', version: '1.0.0' }, 'a@1.0.0 has no licence'],
  ])('is refused for an unlocked or unlicensed package: %j', (component, problem) => {
    expect(findBillProblems(makeBill(component), lock, none)).toEqual([problem])
  })

  it('is accepted with a licence file in place of a licence name', () => {
    expect(findBillProblems(makeBill({ name: 'a', version: '1.0.0' }), lock, (name) => name === 'a')).toEqual([])
  })

  it.each(['', '{}', makeBill()])('is refused when it is empty: %s', (list) => {
    expect(findBillProblems(list, lock, none)).toEqual(['the list of packages is empty'])
  })
})

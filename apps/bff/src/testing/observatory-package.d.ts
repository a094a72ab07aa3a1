/** The members of its result that the tests read; the package has no types. */
declare module '@mdn/mdn-http-observatory' {
  interface TestResult {
    pass: boolean
    result: string
    scoreModifier: number
  }
  interface ScanResult {
    scan: { grade: string; score: number }
    tests: Readonly<Record<string, TestResult>>
  }
  /** @param host name and port, requested by http and by https */
  export function scan(host: string): Promise<ScanResult>
}

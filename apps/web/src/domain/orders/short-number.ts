/** The short name of a sample, as printed on its label and spoken: 42-02. */
export function formatShortNo(sampleNo: string): string {
  return `${Number(sampleNo.slice(10, 15))}-${String(Number(sampleNo.slice(15, 18))).padStart(2, '0')}`
}

/** A line of the table that `npm run bench` prints and keeps. */
export interface BenchRow {
  name: string
  value: number
  unit: string
  note?: string
}

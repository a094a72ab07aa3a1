import { describe, expect, it } from 'vitest'
import { DEFAULT_HOURS } from '#site/working-time.ts'
import { toInstantMs } from '#time.ts'
import { createOrderCalendar } from './order-days.ts'

const OPEN: [string, string][] = [['9:00', '17:00']]
const close = (from: string, until: string) => ({ from: `2026-${from}`, until: `2026-${until}`, spans: [] })
const open = (day: string) => ({ from: `2026-${day}`, until: `2026-${day}`, spans: OPEN })

/** Holidays of 2026 and the working days at weekends that make up for them. */
const SPECIAL_DAYS = [
  close('01-01', '01-03'),
  close('02-15', '02-23'),
  close('04-04', '04-06'),
  close('05-01', '05-05'),
  close('06-19', '06-21'),
  close('09-25', '09-27'),
  close('10-01', '10-07'),
  ...['01-04', '02-14', '02-28', '05-09', '09-20', '10-10'].map(open),
]
const calendar = createOrderCalendar({ ...DEFAULT_HOURS, specialDays: SPECIAL_DAYS }, 16 * 60)
const at = (time: string) => toInstantMs(`2026-${time}:00`) ?? Number.NaN

describe('the due day of samples', () => {
  it.each([
    ['11-20 10:20', 3, '2026-11-20', '2026-11-25'],
    ['11-20 16:00', 3, '2026-11-20', '2026-11-25'],
    ['11-20 16:01', 3, '2026-11-23', '2026-11-26'],
    ['11-21 10:00', 1, '2026-11-23', '2026-11-24'],
    ['11-20 10:20', 1, '2026-11-20', '2026-11-23'],
    ['11-20 10:20', 4, '2026-11-20', '2026-11-26'],
    ['11-20 09:40', 0, '2026-11-20', '2026-11-20'],
    ['02-13 15:00', 1, '2026-02-13', '2026-02-14'],
    ['02-13 15:00', 3, '2026-02-13', '2026-02-25'],
    ['02-14 16:30', 1, '2026-02-24', '2026-02-25'],
    ['02-15 11:00', 3, '2026-02-24', '2026-02-27'],
    ['04-03 15:59', 2, '2026-04-03', '2026-04-08'],
    ['04-30 10:00', 4, '2026-04-30', '2026-05-09'],
    ['04-30 16:20', 4, '2026-05-06', '2026-05-11'],
    ['05-08 10:00', 1, '2026-05-08', '2026-05-09'],
    ['06-18 14:00', 3, '2026-06-18', '2026-06-24'],
    ['09-18 10:00', 1, '2026-09-18', '2026-09-20'],
    ['09-24 16:10', 3, '2026-09-28', '2026-10-08'],
    ['09-30 10:00', 3, '2026-09-30', '2026-10-10'],
    ['09-30 16:30', 5, '2026-10-08', '2026-10-14'],
    ['02-27 17:30', 1, '2026-02-28', '2026-03-02'],
    ['12-31 10:00', 1, '2026-12-31', '2027-01-01'],
  ])('counts from reception on %s: %i working days from %s are %s', (received, days, beginOn, dueOn) => {
    expect([calendar.beginOn(at(received)), calendar.dueOn(at(received), days)]).toEqual([beginOn, dueOn])
  })

  it.each([
    ['2026-11-25', '11-23 11:00', '11-25 15:00', 22, '2026-11-30'],
    ['2026-11-25', '11-25 16:30', '11-27 09:30', 0.5, '2026-11-27'],
    ['2026-11-25', '11-20 10:25', '11-20 10:40', 30.58, '2026-11-25'],
    ['2026-11-25', '11-26 10:00', '11-26 11:00', -1, '2026-11-25'],
    ['2026-10-08', '09-29 12:00', '10-08 12:00', 21, '2026-10-10'],
    ['2026-11-26', '11-23 11:00', '11-25 10:12', 30, '2026-11-30'],
    ['2026-02-25', '02-14 10:00', '02-25 10:00', 23, '2026-02-27'],
  ])('due on %s, asked %s, answered %s: %d h were left, now due on %s', (dueOn, asked, answered, hours, newDue) => {
    expect(calendar.leftAt(dueOn, at(asked)) / 3_600_000).toBeCloseTo(hours, 2)
    expect(calendar.dueAfterAnswer(dueOn, at(asked), at(answered))).toBe(newDue)
  })

  it('moves by the working days that the chosen answer adds', () => {
    expect(calendar.dueAfterAnswer('2026-11-25', at('11-20 10:25'), at('11-20 10:40'), 2)).toBe('2026-11-27')
  })

  it('is uncertain in a year whose holidays are not in the settings', () => {
    expect([calendar.knowsYearOf('2026-12-31'), calendar.knowsYearOf('2027-01-01')]).toEqual([true, false])
  })
})

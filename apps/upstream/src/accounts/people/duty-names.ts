import { DUTIES, DUTY_NAMES, type Duty } from '@portal/contract/accounts/duties.ts'

/** Lists names of duties for notices and mails, in the order of the contract. */
export function formatDutyNames(duties: readonly Duty[]): string {
  return DUTIES.filter((duty) => duties.includes(duty))
    .map((duty) => DUTY_NAMES[duty])
    .join('、')
}

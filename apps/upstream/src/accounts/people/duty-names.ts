import { DUTIES, DUTY_NAMES, type Duty } from '@portal/contract/accounts/duties.ts'

/** As notices and mails list them; in the order of the contract. */
export function dutyNames(duties: readonly Duty[]): string {
  return DUTIES.filter((duty) => duties.includes(duty))
    .map((duty) => DUTY_NAMES[duty])
    .join('、')
}

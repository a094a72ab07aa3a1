import { DUTIES, type Duty } from '@portal/contract/manage/duties.ts'

const DUTY_NAMES: Readonly<Record<Duty, string>> = {
  edit: '编辑',
  support: '客服',
  certify: '制证',
  approve: '批准',
  owner: '负责人',
}

/** As notices and mails list them; in the order of the contract. */
export function dutyNames(duties: readonly Duty[]): string {
  return DUTIES.filter((duty) => duties.includes(duty))
    .map((duty) => DUTY_NAMES[duty])
    .join('、')
}

import { DUTIES, type Duty } from '@portal/contract/manage/duties.ts'
import { DUTY_NAMES } from '#manage/staff/staff-store.ts'

const STATES: Readonly<Record<string, string>> = {
  ...{ normal: '正常', disabled: '停用' },
  ...{ new: '待受理', open: '处理中', waiting: '等对方回复', closed: '已办结' },
}

/** A value before or after, in words where they are known. */
export function memberValue(member: string, value: string): string {
  if (member === 'state') return STATES[value] ?? value
  if (member !== 'duties') return value
  const held = value.split(',').filter((one): one is Duty => (DUTIES as readonly string[]).includes(one))
  return held.length > 0 ? held.map((duty) => DUTY_NAMES[duty]).join('、') : '无'
}

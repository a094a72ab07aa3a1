import type { CallBody } from '@portal/contract/call.ts'
import type { ManagedItem, receiveItem } from '@portal/contract/orders/manage-orders.ts'
import { CONDITION_MARKS, type ConditionMark, ORDER_MAX } from '@portal/contract/orders/order-rules.ts'
import { readCount, readMass } from '#domain/orders/typed-values.ts'
import { readLocalItem, writeLocalItem } from '#lib/browser-storage.ts'
import { DIVISIONS, type Division } from '../shared/mass-reading.ts'

/** What is typed at the intake of one sample. */
export interface IntakeValues {
  marks: ConditionMark[]
  note: string
  massG: string
  divisionG: Division
  count: string
}

const DIVISION_KEY = 'reception-division'

/** The division of the balance that this counter used last. */
export function readDivision(): Division {
  return DIVISIONS.find((one) => one === readLocalItem(DIVISION_KEY)) ?? '0.001'
}

export function rememberDivision(divisionG: Division): void {
  writeLocalItem(DIVISION_KEY, divisionG)
}

/** Values before anything is typed. */
export function makeIntakeValues({ count }: ManagedItem): IntakeValues {
  return { marks: [], note: '', massG: '', divisionG: readDivision(), count: String(count) }
}

export function findIntakeFaults({ marks, massG, count }: IntakeValues): Partial<Record<keyof IntakeValues, string>> {
  const mass = readMass(massG)
  return {
    ...(marks.length === 0 && { marks: '请选外观，没有瑕疵选“完好”' }),
    ...(mass.massG === null && { massG: mass.fault ?? '请填质量' }),
    ...(readCount(count) === null && { count: `件数为 1–${ORDER_MAX.count} 的整数` }),
  }
}

/** Makes the body of the call from values without faults. */
export function toReceiveBody(
  values: IntakeValues,
  revision: number,
  pictures: readonly string[],
): CallBody<typeof receiveItem> {
  const note = values.note.trim()
  return {
    revision,
    massG: readMass(values.massG).massG ?? '',
    divisionG: values.divisionG,
    count: readCount(values.count) ?? 1,
    marks: CONDITION_MARKS.filter((mark) => values.marks.includes(mark)),
    ...(note && { note }),
    ...(pictures.length > 0 && { pictures: [...pictures] }),
  }
}

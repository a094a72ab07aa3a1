import { PAGES } from '@portal/contract/articles/standing-pages.ts'
import type { DataFor } from '@portal/contract/calls.ts'
import type { NeededSetting } from '@portal/contract/site/setup.ts'
import { create } from 'zustand'
import type { ApiClient } from '#lib/api/api-client.ts'
import { setPlaceCount } from './place-counts.ts'
import { hasDuty, useStaff } from './staff-store.ts'

export type MissingItem = DataFor<'GET /v1/manage/missing'>[number]

/** Settings that the site lacks; empty until they are loaded. */
export const useMissing = create<{ items: readonly MissingItem[] }>()(() => ({ items: [] }))

/** Loads the missing settings, and shows their number at the places of the rail. A failure leaves the shown ones. */
export async function loadMissing(api: ApiClient): Promise<void> {
  // Upstream would record the refusal in the audit log.
  if (!hasDuty(useStaff.getState().self?.duties ?? [], ['edit'])) return
  const items = await api.call('GET /v1/manage/missing', { quiet: true }).catch(() => null)
  if (!items) return
  useMissing.setState({ items })
  for (const [kind, path] of Object.entries(PLACES)) {
    setPlaceCount(path, { count: items.filter((item) => item.kind === kind).length, isLate: false })
  }
}

/** Place where each kind is set. */
const PLACES: Readonly<Record<MissingItem['kind'], string>> = { setting: '/site', page: '/pages' }

/** Name of each setting, and its field on the page of the site. */
const SETTINGS: Readonly<Record<NeededSetting, { label: string; field: string }>> = {
  name: { label: '名称', field: 'tab=info#name' },
  phone: { label: '电话', field: 'tab=info#phone' },
  visitAddress: { label: '地址', field: 'tab=info#visitAddress' },
  openingHours: { label: '营业时间', field: 'tab=time#weekHours' },
  recordNum: { label: 'ICP 备案号', field: 'tab=info#recordNum' },
  policeRecordNum: { label: '公安备案号', field: 'tab=info#policeRecordNum' },
  creditCode: { label: '统一社会信用代码', field: 'tab=info#creditCode' },
}

/** Describes an item, with the field or page where it is set. */
export function describeMissing({ kind, name }: MissingItem): { label: string; to: string } {
  if (kind === 'setting') {
    const { label, field } = SETTINGS[name as NeededSetting]
    return { label, to: `${PLACES.setting}?${field}` }
  }
  return { label: PAGES.find(({ key }) => key === name)?.title ?? name, to: `${PLACES.page}/${name}` }
}

import type { DataFor } from '@portal/contract/calls.ts'

/** A fee sheet with conditions. */
export const ORDER_TABLE: DataFor<'GET /v1/orders/table'> = {
  services: [
    { code: 'ID', name: '玉石定名', categories: ['jade'], cents: 12_000, per: 'item', workingDays: 3 },
    { code: 'TQ', name: '绿松石鉴定', categories: ['turquoise'], cents: 18_000, per: 'item', workingDays: 4 },
  ],
  urgentPercent: 50,
  cutOff: '16:00',
  weekHours: [...Array.from({ length: 5 }, (): [string, string][] => [['9:00', '17:00']]), [], []],
  specialDays: [],
  terms: '样品自可领之日起免费保管 30 天。',
}

import type { WritingSite } from '../writing-site.ts'

const SERVICES = [
  { code: 'ID', name: '玉石定名', categories: ['jade'], cents: 12_000, per: 'item', workingDays: 3 },
  { code: 'TQ', name: '绿松石鉴定', categories: ['turquoise'], cents: 18_000, per: 'item', workingDays: 4 },
]

/** Sets the fee sheet and the conditions, as the owner does. @param cents price of the naming of jade */
export async function setFeeSheet({ ask, fetchSetUpToken }: WritingSite, cents = 12_000): Promise<void> {
  const asOwner = await fetchSetUpToken()
  const { version } = await ask<{ version: number }>('GET', '/v1/manage/site', undefined, asOwner)
  const orderServices = SERVICES.map((service) => (service.code === 'ID' ? { ...service, cents } : service))
  const orders = { orderServices, orderTerms: '样品自可领之日起免费保管 30 天。' }
  await ask('PUT', '/v1/manage/site', { version, settings: { orders } }, asOwner)
}

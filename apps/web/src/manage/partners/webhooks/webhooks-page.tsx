import { WEBHOOK_MAX } from '@portal/contract/partners/webhook-rules.ts'
import { useState } from 'react'
import { useLoaderData, useNavigate, useRevalidator } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Column, Columns } from '#manage/controls/layout/panel.tsx'
import { skipWhenRowOpens, useAddressFilters } from '#manage/controls/lists/use-address.ts'
import { ViewTabs } from '#manage/controls/lists/view-tabs.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { PartnerTabs } from '../partner-tabs.tsx'
import { AddEndpointDialog } from './add-endpoint-dialog.tsx'
import { DeliveriesPanel } from './deliveries-panel.tsx'
import { EndpointPanel } from './endpoint-panel.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { formatShortAddress } from './webhook-words.ts'
import styles from './webhooks.module.css'

export const loader = defineLoader(async ({ api, params, query }) => {
  const partner = Number(params.number)
  const found = await api.call('GET /v1/manage/partners/{number}/webhooks', { params: { number: partner } })
  const { endpoints } = found
  const endpoint = endpoints.find(({ number }) => String(number) === query.get('endpoint')) ?? endpoints[0]
  if (!endpoint) return { partner, ...found, shown: null }
  const [state, after] = [query.get('state'), query.get('after')]
  const list = await api.call('GET /v1/manage/webhooks/{number}/deliveries', {
    params: { number: endpoint.number },
    query: { ...(state && { state: state as 'failed' }), ...(after && { after: Number(after) }) },
  })
  return { partner, ...found, shown: { endpoint, ...list } }
})

export const shouldRevalidate = skipWhenRowOpens

/** 变动通知: endpoints of a partner, and the deliveries to them. */
export function Component() {
  const { partner, partnerName, endpoints, certificates, shown } = useLoaderData<typeof loader>()
  const filters = useAddressFilters(['endpoint', 'state'])
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [isAdding, setIsAdding] = useState(false)
  const [fresh, setFresh] = useState<{ secret: string; isRotated: boolean } | null>(null)
  const handleAdded = ({ number, secret }: { number: number; secret: string }) => {
    setIsAdding(false)
    setFresh({ secret, isRotated: false })
    void navigate(`?endpoint=${number}`)
    void revalidate()
  }
  return (
    <>
      <PageHead
        title={partnerName}
        crumb={<Link to="/partners">合作方</Link>}
        summary={`核验过的证书有更正、撤销或换发时通知对方。已订阅 ${certificates} 份`}
        actions={
          endpoints.length < WEBHOOK_MAX.endpoints && <Button onClick={() => setIsAdding(true)}>新增通知</Button>
        }
      />
      <PartnerTabs partner={partner} current="webhooks" />
      {shown === null ? (
        <EmptyState title="还没有通知">
          <p>对方准备好接收地址或轮询的程序后，在这里新增，再发一条测试通知。</p>
        </EmptyState>
      ) : (
        <>
          {endpoints.length > 1 && (
            <div className={styles.tabs}>
              <ViewTabs
                label="通知"
                views={endpoints.map(({ number, address, waiting }) => ({
                  label: formatShortAddress(address),
                  to: `?endpoint=${number}`,
                  isCurrent: number === shown.endpoint.number,
                  ...(waiting > 0 && { count: waiting }),
                }))}
              />
            </div>
          )}
          <Columns>
            <Column span={8}>
              <DeliveriesPanel key={shown.endpoint.number} {...shown} filters={filters} />
            </Column>
            <Column span={4}>
              <EndpointPanel
                key={shown.endpoint.number}
                endpoint={shown.endpoint}
                onSecret={(secret) => setFresh({ secret, isRotated: true })}
              />
            </Column>
          </Columns>
        </>
      )}
      {isAdding && (
        <AddEndpointDialog
          partner={partner}
          isPolled={endpoints.some(({ address }) => address === null)}
          onClose={() => setIsAdding(false)}
          onAdded={handleAdded}
        />
      )}
      {fresh && <SecretDialog {...fresh} onClose={() => setFresh(null)} />}
    </>
  )
}

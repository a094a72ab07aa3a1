import { Pencil } from '@lucide/icons'
import { CODE } from '@portal/contract/errors.ts'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { showOffline, useBusy } from '#lib/api/use-busy.ts'
import { formatNumber } from '#lib/format.ts'
import { showToast } from '#lib/toasts.ts'
import { DangerButton, DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Column, Columns, Panel } from '#manage/controls/layout/panel.tsx'
import { Facts } from '#manage/controls/values/facts.tsx'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Link } from '#ui/link.tsx'
import { KeysPanel } from './keys-panel.tsx'
import { PartnerDialog } from './partner-dialog.tsx'
import { PartnerTabs } from './partner-tabs.tsx'
import { describeState, formatScopes, type Partner } from './partner-words.ts'
import styles from './partners.module.css'
import { UsePanels } from './use-panels.tsx'

export const loader = defineLoader(async ({ api, params }) =>
  api.call('GET /v1/manage/partners/{number}', { params: { number: Number(params.number) } }),
)

/** 合作方资料: facts, keys, and use by day. */
export function Component() {
  const { partner, keys, days } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [isEditing, setIsEditing] = useState(false)
  const [shape, words] = describeState(partner)
  return (
    <>
      <PageHead
        title={partner.name}
        crumb={<Link to="/partners">合作方</Link>}
        marks={<StatusMark shape={shape}>{words}</StatusMark>}
        actions={
          <Button variant="outline" icon={Pencil} onClick={() => setIsEditing(true)}>
            修改
          </Button>
        }
      />
      <PartnerTabs partner={partner.number} current="keys" />
      <div className={styles.page}>
        <Columns>
          <Column span={7}>
            <KeysPanel partner={partner} keys={keys} />
          </Column>
          <Column span={5}>
            <FactsPanel partner={partner} />
          </Column>
        </Columns>
        <UsePanels days={days} />
      </div>
      {isEditing && (
        <PartnerDialog partner={partner} onClose={() => setIsEditing(false)} onSaved={() => void revalidate()} />
      )}
    </>
  )
}

function FactsPanel({ partner }: { partner: Partner }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { isBusy, run } = useBusy()
  const [isDisabling, setIsDisabling] = useState(false)
  const { number, createTime: _made, state, ...form } = partner
  const isActive = state === 'active'
  const change = async () => {
    const body = { ...form, state: isActive ? ('disabled' as const) : ('active' as const) }
    try {
      await api.call('PUT /v1/manage/partners/{number}', { params: { number }, body })
      showToast('success', isActive ? '合作方已停用' : '合作方已启用')
    } catch (reason) {
      showOffline(reason)
      if (reason instanceof ApiError && reason.code === CODE.conflict)
        showToast('warning', '刚才有人改过，已显示最新内容，请核对后再试')
      throw reason
    } finally {
      await revalidate()
    }
  }
  return (
    <Panel
      title="资料"
      actions={
        isActive ? (
          <DangerButton onClick={() => setIsDisabling(true)}>停用</DangerButton>
        ) : (
          <Button variant="quiet" disabled={isBusy} onClick={() => void run(change)}>
            启用
          </Button>
        )
      }
    >
      <Facts
        of={[
          ['联系邮箱', partner.contactEmail],
          ['权限', formatScopes(partner.scopes)],
          ['每日额度', `${formatNumber(partner.dailyQuota)} 对`],
          [
            '允许的地址',
            partner.addresses.length === 0 ? (
              '不限'
            ) : (
              <span className={styles.addresses} key="addresses">
                {partner.addresses.join('、')}
              </span>
            ),
          ],
          ['登记', partner.createTime],
        ]}
      />
      {isDisabling && (
        <DangerDialog
          title={`停用“${partner.name}”`}
          verb="停用"
          onClose={() => setIsDisabling(false)}
          onConfirm={change}
        >
          <p>全部密钥立即被拒绝，变动通知暂停。可以随时重新启用，密钥不变。</p>
        </DangerDialog>
      )}
    </Panel>
  )
}

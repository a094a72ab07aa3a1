import { toOwnPath } from '@portal/contract/articles/slug-rules.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { DangerButton, DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { hasDuty, useSelf } from '#manage/staff/staff-store.ts'
import { AddressForm } from '../address/address-form.tsx'
import type { OpenedContent } from '../load-content.ts'

interface OwnPagePanelProps {
  article: OpenedContent['article'] & { slug: string }
  isReadOnly: boolean
  /** Entries of the menus that open the page. */
  entries: readonly string[]
}

/** Address of an own page, and its deletion. */
export function OwnPagePanel({ article, isReadOnly, entries }: OwnPagePanelProps) {
  const { id, slug: stored, version, form } = article
  const api = useApi()
  const navigate = useNavigate()
  const isOwner = hasDuty(useSelf().duties, ['owner'])
  const [isDeleting, setIsDeleting] = useState(false)
  const move = async (slug: string) => {
    const call = { params: { id }, body: { slug }, quiet: true }
    return (await api.call('PUT /v1/manage/ownPages/{id}/address', call)).isRedirected
  }
  return (
    <Panel title="地址">
      <AddressForm
        path="/p/"
        stored={stored}
        title={form.title}
        hint="发布过的页面改了地址，旧地址自动跳转，菜单里的也随之改"
        isReadOnly={isReadOnly}
        onMove={move}
      >
        {isOwner && !isReadOnly && <DangerButton onClick={() => setIsDeleting(true)}>删除页面</DangerButton>}
      </AddressForm>
      {isDeleting && (
        <DangerDialog
          title={`删除页面《${form.title}》`}
          verb="删除"
          onConfirm={async () => {
            await api.call('DELETE /v1/manage/ownPages/{id}', { params: { id }, query: { version } })
            await navigate('/pages')
          }}
          onClose={() => setIsDeleting(false)}
        >
          <p>页面连同全部版本一起删除，不能找回；打开 {toOwnPath(stored)} 的人看到“此页未见记录”。</p>
          {entries.length > 0 && <p>菜单里的{entries.map((text) => `“${text}”`).join('、')}同时移除。</p>}
        </DangerDialog>
      )}
    </Panel>
  )
}

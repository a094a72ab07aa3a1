import { SHARE_REVOKE_PATH, SHARE_SECRET_PATTERN } from '@portal/contract/certificates/keeping-rules.ts'
import { CODE } from '@portal/contract/errors.ts'
import { data, Form, useActionData, useLoaderData, useNavigation } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { defineAction, textOf } from '#lib/api/define-action.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import type { MetaOf } from '#lib/meta.ts'
import { Button } from '#ui/forms/button.tsx'
import { PageFrame } from '#ui/page-head.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'

const TITLE = '收回分享'
const CRUMB = [{ text: '证书查询', to: '/certificate-check' }, { text: TITLE }]
const KEY = new RegExp(SHARE_SECRET_PATTERN)

type RevokeOutcome = { isRevoked: boolean; message: string }

/** Reads the address alone: opening the link, as messengers do for a preview, revokes nothing. */
export const loader = defineLoader(async ({ query }) => ({ key: query.get('key') ?? '' }))

export const meta: MetaOf<typeof loader> = () => ({ title: TITLE, canonical: SHARE_REVOKE_PATH, isHidden: true })

export const action = defineAction(async ({ api, form, request }) => {
  const key = textOf(form, 'key')
  const fail = (message: string, status: number) => data<RevokeOutcome>({ isRevoked: false, message }, { status })
  if (!KEY.test(key)) return fail('链接不完整，请重新打开收回链接', CODE.malformed)
  try {
    await api.call('POST /v1/certificate/share/revoke', { body: { key }, quiet: true })
    return data<RevokeOutcome>({ isRevoked: true, message: '分享已收回，打开它的人不再看到证书。' })
  } catch (reason) {
    if (request.signal.aborted) throw reason
    const isKnown = reason instanceof ApiError && reason.code === CODE.rule
    return isKnown
      ? fail('没有这个分享，可能早已结束。', CODE.noSuchCall)
      : fail('网络不通，分享没有收回，请稍后重试。', CODE.overloaded)
  }
})

/** Where a visitor ends a share by the link that was shown once. */
export function Component() {
  const { key } = useLoaderData<typeof loader>()
  const outcome = useActionData<RevokeOutcome>()
  const isBusy = useNavigation().state !== 'idle'
  return (
    <PageFrame
      crumb={CRUMB}
      title={TITLE}
      lead="收回后链接不再显示证书内容，不能恢复；要再分享，请重新查询证书。"
      drawing="certificate-folder"
      className={shared.pageTop}
    >
      <div className={shared.stack4} aria-live="polite">
        {outcome && <p role={outcome.isRevoked ? 'status' : 'alert'}>{outcome.message}</p>}
        {!outcome?.isRevoked && KEY.test(key) && (
          <Form method="post" action={SHARE_REVOKE_PATH} replace>
            <input type="hidden" name="key" value={key} />
            <Button type="submit" isBusy={isBusy} busyLabel="收回中">
              收回分享
            </Button>
          </Form>
        )}
        {(outcome?.isRevoked || !KEY.test(key)) && (
          <p>
            {!outcome && '请打开分享时保存的收回链接。'}
            <TextLink to="/certificate-check">查询证书</TextLink>
          </p>
        )}
      </div>
    </PageFrame>
  )
}

import { readCertificateNo, readCheckCode } from '@portal/contract/certificates/certificate-number.ts'
import { SHARE_DAYS, type ShareDays } from '@portal/contract/certificates/keeping-rules.ts'
import type { NewShare } from '@portal/contract/certificates/shares.ts'
import { CODE } from '@portal/contract/errors.ts'
import { data, useActionData, useLoaderData } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { defineAction, textOf } from '#lib/api/define-action.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import type { MetaOf } from '#lib/meta.ts'
import { Button } from '#ui/forms/button.tsx'
import { PageFrame } from '#ui/page-head.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { FIELD } from '../certificate-action.ts'
import { revokeAddress, shareAddress } from './share-address.ts'

const TITLE = '分享查询结果'
const CRUMB = [{ text: '证书查询', to: '/certificate-check' }, { text: TITLE }]

/** Sent by a button of the result of a lookup, and by the page itself with the chosen time. */
type ShareOutcome =
  | { kind: 'asked'; certificateNo: string; checkCode: string }
  | { kind: 'made'; made: NewShare }
  | { kind: 'failed'; message: string }

export const loader = defineLoader(async ({ api }) => {
  const { officialOrigin } = await api.callBff('GET /bff/certificates')
  return { officialOrigin }
})

export const meta: MetaOf<typeof loader> = () => ({ title: TITLE, canonical: '/certificate-check', isHidden: true })

/** Number and code are checked as a lookup. */
export const action = defineAction(async ({ api, form, request }) => {
  const number = readCertificateNo(textOf(form, FIELD.number))
  const code = readCheckCode(textOf(form, FIELD.code))
  const fail = (message: string, status: number) => data<ShareOutcome>({ kind: 'failed', message }, { status })
  if (number.kind !== 'right' || code.kind !== 'right') return fail('请先查询证书，再从查询结果分享', CODE.malformed)
  const proofs = { certificateNo: number.certificateNo, checkCode: code.checkCode }
  const days = SHARE_DAYS.find((one) => String(one) === textOf(form, 'days'))
  if (days === undefined) return data<ShareOutcome>({ kind: 'asked', ...proofs })
  try {
    const body: typeof proofs & { days: ShareDays } = { ...proofs, days }
    return data<ShareOutcome>({
      kind: 'made',
      made: await api.call('POST /v1/certificate/share', { body, quiet: true }),
    })
  } catch (reason) {
    if (request.signal.aborted || !(reason instanceof ApiError)) throw reason
    return fail(reason.message, reason.code === CODE.tooMany ? CODE.tooMany : CODE.refused)
  }
})

/** Makes a share in browsers without JavaScript. */
export function Component() {
  const { officialOrigin } = useLoaderData<typeof loader>()
  const outcome = useActionData<ShareOutcome>()
  return (
    <PageFrame
      crumb={CRUMB}
      title={TITLE}
      lead="看到的人见证书内容，不见核对码。更正后改示新版，换发或撤销时分享随即结束。"
      drawing="certificate-folder"
      className={shared.pageTop}
    >
      <div className={shared.stack4}>
        {outcome?.kind === 'asked' && <DaysForm {...outcome} />}
        {outcome?.kind === 'made' && <Made made={outcome.made} origin={officialOrigin} />}
        {outcome?.kind === 'failed' && (
          <p className={shared.fault} role="alert">
            {outcome.message}
          </p>
        )}
        {outcome?.kind !== 'asked' && (
          <p>
            <TextLink to="/certificate-check">查询证书</TextLink>
          </p>
        )}
      </div>
    </PageFrame>
  )
}

function DaysForm({ certificateNo, checkCode }: { certificateNo: string; checkCode: string }) {
  return (
    <form className={shared.stack4} method="post" action="/certificate-check/share">
      <input type="hidden" name={FIELD.number} value={certificateNo} />
      <input type="hidden" name={FIELD.code} value={checkCode} />
      <fieldset className={shared.wrap3}>
        <legend className={shared.fieldLegend}>有效时间</legend>
        {SHARE_DAYS.map((days) => (
          <label className={shared.targetRow} key={days}>
            <input className={shared.radio} type="radio" name="days" value={days} defaultChecked={days === 7} />
            &nbsp;{days} 天
          </label>
        ))}
      </fieldset>
      <div>
        <Button type="submit">生成链接</Button>
      </div>
    </form>
  )
}

function Made({ made, origin }: { made: NewShare; origin: string }) {
  const address = shareAddress(origin, made)
  return (
    <>
      <p role="status">已生成，至 {made.endTime} 止。链接只在此刻显示，请现在复制：</p>
      <p>
        <TextLink to={address}>{address}</TextLink>
      </p>
      {made.revokeKey !== undefined && (
        <p>
          日后要收回，只能用这个<TextLink to={revokeAddress(origin, made.revokeKey)}>收回链接</TextLink>
          ，它也只显示这一次，请一并保存。
        </p>
      )}
    </>
  )
}

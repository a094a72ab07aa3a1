import { readCertificateNo, readCheckCode } from '@portal/contract/certificates/certificate-number.ts'
import { SHARE_DAYS, type ShareDays } from '@portal/contract/certificates/saved-certificate-rules.ts'
import type { NewShare } from '@portal/contract/certificates/shares.ts'
import { CODE } from '@portal/contract/errors.ts'
import { data, useActionData, useLoaderData } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { defineAction, readText } from '#lib/api/define-action.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { Button } from '#ui/forms/button.tsx'
import { PageFrame } from '#ui/page-head.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { FIELD } from '../certificate-action.ts'
import { useTexts } from '../texts/texts.tsx'
import { revokeAddress, toShareAddress } from './share-address.ts'

/** Result of the form, which a button of the lookup's result submits, and this page itself with the chosen duration. */
type ShareOutcome =
  | { kind: 'asked'; certificateNo: string; checkCode: string }
  | { kind: 'made'; made: NewShare }
  /** Number or code is missing or malformed. */
  | { kind: 'noProofs' }
  | { kind: 'failed'; code: number; message: string }

export const loader = defineLoader(async ({ api }) => {
  const { officialOrigin } = await api.callBff('GET /bff/certificates')
  return { officialOrigin }
})

/** Number and code are checked like those of a lookup. */
export const action = defineAction(async ({ api, form, request }) => {
  const number = readCertificateNo(readText(form, FIELD.number))
  const code = readCheckCode(readText(form, FIELD.code))
  if (number.kind !== 'right' || code.kind !== 'right') {
    return data<ShareOutcome>({ kind: 'noProofs' }, { status: CODE.malformed })
  }
  const proofs = { certificateNo: number.certificateNo, checkCode: code.checkCode }
  const days = SHARE_DAYS.find((one) => String(one) === readText(form, 'days'))
  if (days === undefined) return data<ShareOutcome>({ kind: 'asked', ...proofs })
  try {
    const body: typeof proofs & { days: ShareDays } = { ...proofs, days }
    return data<ShareOutcome>({
      kind: 'made',
      made: await api.call('POST /v1/certificate/share', { body, quiet: true }),
    })
  } catch (reason) {
    if (request.signal.aborted || !(reason instanceof ApiError)) throw reason
    const status = reason.code === CODE.tooMany ? CODE.tooMany : CODE.refused
    return data<ShareOutcome>({ kind: 'failed', code: reason.code, message: reason.message }, { status })
  }
})

/** Page that makes a share in browsers without JavaScript; uses the data of `loader`. */
export function ShareFormPage() {
  const { officialOrigin } = useLoaderData<typeof loader>()
  const outcome = useActionData<ShareOutcome>()
  const texts = useTexts('share')
  const { describeRefusal } = useTexts('calls')
  const { title, lookupPath } = texts
  return (
    <PageFrame
      crumb={[{ text: texts.crumbLookup, to: lookupPath }, { text: title }]}
      words={texts.crumbWords}
      title={title}
      lead={texts.rule}
      drawing="certificate-folder"
      className={shared.pageTop}
    >
      <div className={shared.stack4}>
        {outcome?.kind === 'asked' && <DaysForm {...outcome} />}
        {outcome?.kind === 'made' && <Made made={outcome.made} origin={officialOrigin} />}
        {(outcome?.kind === 'failed' || outcome?.kind === 'noProofs') && (
          <p className={shared.fault} role="alert">
            {outcome.kind === 'noProofs' ? texts.form.noProofs : describeRefusal(outcome.code, outcome.message)}
          </p>
        )}
        {outcome?.kind !== 'asked' && (
          <p>
            <TextLink to={lookupPath}>{texts.lookUp}</TextLink>
          </p>
        )}
      </div>
    </PageFrame>
  )
}

function DaysForm({ certificateNo, checkCode }: { certificateNo: string; checkCode: string }) {
  const texts = useTexts('share')
  return (
    <form className={shared.stack4} method="post" action={texts.formPath}>
      <input type="hidden" name={FIELD.number} value={certificateNo} />
      <input type="hidden" name={FIELD.code} value={checkCode} />
      <fieldset className={shared.wrap3}>
        <legend className={shared.fieldLegend}>{texts.days}</legend>
        {SHARE_DAYS.map((days) => (
          <label className={shared.targetRow} key={days}>
            <input className={shared.radio} type="radio" name="days" value={days} defaultChecked={days === 7} />
            &nbsp;{texts.dayChoice(days)}
          </label>
        ))}
      </fieldset>
      <div>
        <Button type="submit">{texts.make}</Button>
      </div>
    </form>
  )
}

function Made({ made, origin }: { made: NewShare; origin: string }) {
  const texts = useTexts('share')
  const address = toShareAddress(origin, texts.sharePath, made)
  const { revokeKey } = made
  return (
    <>
      <p role="status">{texts.form.made(made.endTime)}</p>
      <p>
        <TextLink to={address}>{address}</TextLink>
      </p>
      {revokeKey !== undefined && (
        <p>
          {texts.form.revokeLater((words) => (
            <TextLink to={revokeAddress(origin, texts, revokeKey)}>{words}</TextLink>
          ))}
        </p>
      )}
    </>
  )
}

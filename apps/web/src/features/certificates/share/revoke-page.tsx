import { SHARE_SECRET_PATTERN } from '@portal/contract/certificates/saved-certificate-rules.ts'
import { CODE } from '@portal/contract/errors.ts'
import { data, Form, useActionData, useLoaderData, useNavigation } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { defineAction, readText } from '#lib/api/define-action.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { Button } from '#ui/forms/button.tsx'
import { PageFrame } from '#ui/page-head.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { type LookupTexts, useTexts } from '../texts/texts.tsx'

const KEY = new RegExp(SHARE_SECRET_PATTERN)

type RevokeOutcome = keyof LookupTexts['share']['revoking']['outcomes']

/** Reads only the address: opening the link, as messengers do for a preview, revokes nothing. */
export const loader = defineLoader(async ({ query }) => ({ key: query.get('key') ?? '' }))

export const action = defineAction(async ({ api, form, request }) => {
  const key = readText(form, 'key')
  if (!KEY.test(key)) return data<RevokeOutcome>('malformed', { status: CODE.malformed })
  try {
    await api.call('POST /v1/certificate/share/revoke', { body: { key }, quiet: true })
    return data<RevokeOutcome>('revoked')
  } catch (reason) {
    if (request.signal.aborted) throw reason
    const isKnown = reason instanceof ApiError && reason.code === CODE.rule
    return isKnown
      ? data<RevokeOutcome>('unknown', { status: CODE.noSuchCall })
      : data<RevokeOutcome>('failed', { status: CODE.overloaded })
  }
})

/** Page on which a visitor revokes a share by the link that was shown once; uses the data of `loader`. */
export function RevokePage() {
  const { key } = useLoaderData<typeof loader>()
  const outcome = useActionData<RevokeOutcome>()
  const isBusy = useNavigation().state !== 'idle'
  const texts = useTexts('share')
  const { revoke: title, revoking, lookupPath } = texts
  const isRevoked = outcome === 'revoked'
  return (
    <PageFrame
      crumb={[{ text: texts.crumbLookup, to: lookupPath }, { text: title }]}
      words={texts.crumbWords}
      title={title}
      lead={revoking.lead}
      drawing="certificate-folder"
      className={shared.pageTop}
    >
      <div className={shared.stack4} aria-live="polite">
        {outcome && <p role={isRevoked ? 'status' : 'alert'}>{revoking.outcomes[outcome]}</p>}
        {!isRevoked && KEY.test(key) && (
          <Form method="post" action={texts.revokePath} replace>
            <input type="hidden" name="key" value={key} />
            <Button type="submit" isBusy={isBusy} busyLabel={revoking.busy}>
              {title}
            </Button>
          </Form>
        )}
        {(isRevoked || !KEY.test(key)) && (
          <p>
            {!outcome && `${revoking.open} `}
            <TextLink to={lookupPath}>{texts.lookUp}</TextLink>
          </p>
        )}
      </div>
    </PageFrame>
  )
}

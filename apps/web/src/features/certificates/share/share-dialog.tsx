import { Copy, Share2, Unlink } from '@lucide/icons'
import { formatMemberNumber } from '@portal/contract/certificates/printed-values.ts'
import { SHARE_DAYS, type ShareDays } from '@portal/contract/certificates/saved-certificate-rules.ts'
import type { NewShare } from '@portal/contract/certificates/shares.ts'
import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { classNames } from '#lib/class-names.ts'
import { copyText } from '#lib/copy-text.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Button } from '#ui/forms/button.tsx'
import { RadioRow } from '#ui/forms/radio-row.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import type { Organisation } from '../laboratory.ts'
import { type LookupTexts, useTexts } from '../texts/texts.tsx'
import { revokeAddress, toShareAddress } from './share-address.ts'
import styles from './share-dialog.module.css'
import type { PictureFacts, PrintedFacts } from './share-picture.ts'

const SharePicture = lazyPart(async () => (await import('./share-picture-view.tsx')).SharePicture)

export interface CertificateShareDialogProps {
  /** Facts that are drawn on the picture, besides the laboratory's name. */
  printed: PrintedFacts
  organisation: Organisation
  /** @throws ApiError, which the API client has shown unless the texts of calls are `isQuiet` */
  make: (days: ShareDays) => Promise<NewShare>
  /** Called after a share was made or revoked. */
  onChange?: () => void
  onClose: () => void
}

/** Makes a link that shows a certificate without its code. The link is shown now and never again. */
export function CertificateShareDialog(props: CertificateShareDialogProps) {
  const { printed, organisation, make, onChange, onClose } = props
  const texts = useTexts('share')
  const dialog = useTexts('shareDialog')
  const { showFailure } = useTexts('calls')
  const choices = SHARE_DAYS.map((value) => ({ value, text: texts.dayChoice(value) }))
  const [days, setDays] = useState<ShareDays>(7)
  const [newShare, setMade] = useState<NewShare | null>(null)
  const { isBusy, run } = useBusy(showFailure)
  const create = () =>
    run(async () => {
      setMade(await make(days))
      onChange?.()
    })
  return (
    <Dialog
      title={texts.title}
      closeLabel={dialog.close}
      titleClass={styles.title}
      className={classNames(styles.root, newShare && styles.made)}
      onClose={onClose}
    >
      <div className={styles.words}>
        <p className={shared.soft}>{texts.rule}</p>
        {newShare ? (
          <MadeShare
            made={newShare}
            onRevoked={() => {
              setMade(null)
              onChange?.()
            }}
          />
        ) : (
          <>
            <RadioRow
              legend={texts.days}
              name="days"
              choices={choices}
              value={days}
              onChange={setDays}
              look={LINK_CLASSES}
            />
            <div>
              <Button isBusy={isBusy} busyLabel={dialog.making} onClick={() => void create()}>
                {texts.make}
              </Button>
            </div>
            <p className={shared.note}>{dialog.numberAlone}</p>
          </>
        )}
      </div>
      {newShare && <SharePicture facts={toPictureFacts(printed, organisation, newShare, texts, dialog.picture)} />}
    </Dialog>
  )
}

function toPictureFacts(
  printed: PrintedFacts,
  organisation: Organisation,
  newShare: NewShare,
  { sharePath }: LookupTexts['share'],
  picture: LookupTexts['shareDialog']['picture'],
): PictureFacts {
  const { certificateNo, pictures } = printed
  const mass = formatMemberNumber(printed, 'totalMassG')
  return {
    ...picture.facts(printed, organisation),
    certificateNo,
    mass: mass && `${mass} g`,
    pictureUrl: pictures?.[0]?.url ?? null,
    address: toShareAddress(location.origin, sharePath, newShare),
    endTime: newShare.endTime,
  }
}

const LINK_CLASSES = { choices: styles.days, choice: styles.day, radio: styles.radio }

function MadeShare({ made, onRevoked }: { made: NewShare; onRevoked: () => void }) {
  const api = useApi()
  const texts = useTexts('share')
  const dialog = useTexts('shareDialog')
  const { isQuiet: quiet, showFailure } = useTexts('calls')
  const { isBusy, run } = useBusy(showFailure)
  const { id, revokeKey, endTime } = made
  const address = toShareAddress(location.origin, texts.sharePath, made)
  const revoke = () =>
    run(async () => {
      if (revokeKey === undefined) await api.call('DELETE /v1/certificate/share/{id}', { params: { id }, quiet })
      else await api.call('POST /v1/certificate/share/revoke', { body: { key: revokeKey }, quiet })
      onRevoked()
    })
  const copy = (text: string) => void copyText(text, dialog.copied, dialog.notCopied)
  return (
    <>
      <p className={styles.until} role="status">
        {dialog.made(endTime)}
      </p>
      <div className={styles.link}>
        <label className={shared.label} htmlFor="share-link">
          {dialog.link}
        </label>
        <div className={styles.linkRow}>
          <input className={styles.address} id="share-link" readOnly value={address} onFocus={selectAll} />
          <Button icon={Copy} onClick={() => copy(address)}>
            {dialog.copy}
          </Button>
        </div>
        <p className={shared.note}>{dialog.once}</p>
      </div>
      {revokeKey !== undefined && (
        <RevokeLink address={revokeAddress(location.origin, texts, revokeKey)} onCopy={copy} />
      )}
      <div className={styles.actions}>
        {typeof navigator.share === 'function' && (
          <Button icon={Share2} variant="outline" onClick={() => void passLink(address, dialog.passTitle)}>
            {dialog.pass}
          </Button>
        )}
        <Button icon={Unlink} variant="quiet" className={styles.danger} isBusy={isBusy} onClick={() => void revoke()}>
          {texts.revoke}
        </Button>
      </div>
    </>
  )
}

/** The link that revokes the share, for visitors, who have no list of their shares. */
function RevokeLink({ address, onCopy }: { address: string; onCopy: (text: string) => void }) {
  const texts = useTexts('shareDialog')
  return (
    <p className={shared.quiet}>
      {texts.revokeLater((words) => (
        <TextLink to={address}>{words}</TextLink>
      ))}
      <Button icon={Copy} variant="quiet" onClick={() => onCopy(address)}>
        {texts.copyRevoke}
      </Button>
    </p>
  )
}

/** Passes the link to another app of the device. */
async function passLink(url: string, title: string): Promise<void> {
  try {
    await navigator.share({ url, title })
  } catch {
    // The visitor cancelled, or the device refused: the link is still shown.
  }
}

function selectAll({ currentTarget }: { currentTarget: HTMLInputElement }) {
  currentTarget.select()
}

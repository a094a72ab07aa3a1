import { BadgeCheck, KeyRound, Phone } from '@lucide/icons'
import { OutcomeBox } from '#domain/certificates/outcome-box.tsx'
import { DrawingPart } from '#ui/figures/drawing.tsx'
import { Icon } from '#ui/icon.tsx'
import { FactList } from '#ui/lists/fact-list.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import type { Laboratory } from '../laboratory.ts'
import { PhoneLink } from '../outcomes/phone-link.tsx'
import { useTexts } from '../texts/texts.tsx'
import styles from './check-tips.module.css'
import site from './official-site.module.css'
import diagram from './where-diagram.module.css'

const TIP_ICONS = [BadgeCheck, KeyRound, Phone]

export function CheckTips({ phone }: { phone: string }) {
  return (
    <div className={styles.root}>
      {useTexts('help').tips.map(({ title, text, after }, at) => (
        <div key={title}>
          <Icon of={TIP_ICONS[at] ?? Phone} sizePx={26} className={styles.icon} />
          <h2 className={styles.title}>{title}</h2>
          <p>
            {text}
            {after && <PhoneLink phone={phone} />}
            {after}
          </p>
        </div>
      ))}
    </div>
  )
}

/** Explains how to recognise the official site: forged QR codes lead to forged sites. */
export function OfficialSite({ laboratory }: { laboratory: Laboratory }) {
  const { official: texts } = useTexts('help')
  const { officialOrigin, recordNum, policeRecordNum } = laboratory
  const { receiptPath } = useTexts('lookup')
  const host = getHost(officialOrigin)
  const facts = [
    { name: texts.address, value: host && <b className={shared.strong}>{host}</b> },
    { name: texts.icp, value: recordNum },
    { name: texts.police, value: policeRecordNum },
  ].filter(({ value }) => value)
  return (
    <section className={site.root} aria-labelledby="official">
      <div>
        <h2 className={site.title} id="official">
          {texts.title}
        </h2>
        <p>{texts.text}</p>
        <p className={site.links}>
          <TextLink to="/certificate-check/report">{texts.report}</TextLink>
          <TextLink to={receiptPath}>{texts.receipt}</TextLink>
          <TextLink to="/certificate-check/withdrawn">{texts.withdrawn}</TextLink>
          <TextLink to="/log">{texts.log}</TextLink>
        </p>
      </div>
      {facts.length > 0 && <FactList facts={facts} size="small" />}
    </section>
  )
}

function getHost(origin: string): string {
  return origin.replace(/^https?:\/\//, '')
}

/** Shows where number, code and QR code are printed. */
export function WhereDiagram() {
  const { diagram: texts } = useTexts('help')
  return (
    <figure className={diagram.root} id="where">
      <svg
        className={diagram.drawing}
        viewBox="0 0 400 300"
        role="img"
        aria-label={texts.label}
        fill="none"
        stroke="currentColor"
      >
        <path d="M18 2H382L398 18V282L382 298H18L2 282V18Z" strokeWidth="1.3" />
        <path d="M14 22V278M386 22V278M22 14H378M22 286H378" strokeDasharray="2 3" />
        <path d="M34 50h120M34 66h84" strokeWidth="5" opacity=".45" />
        <path d="M34 88H366M34 226H366" />
        <rect x="34" y="106" width="100" height="100" />
        <path d="M156 112h74" strokeWidth="6" opacity=".45" />
        <path d="M156 136H366M156 154H366M156 172H366M156 190H366" opacity=".6" />
        <DrawingPart name="cabochon-veined" x={44} y={116} width={80} height={80} />
        <rect className={diagram.place} x="262" y="42" width="108" height="30" strokeWidth="1.5" />
        <path className={diagram.mark} d="M274 57h84" strokeWidth="5" strokeDasharray="6 2" />
        <rect className={diagram.place} x="34" y="242" width="96" height="30" strokeWidth="1.5" />
        <path className={diagram.mark} d={HATCHING} strokeWidth="1" opacity=".7" />
        <rect className={diagram.place} x="318" y="234" width="46" height="46" strokeWidth="1.5" />
        <path
          className={diagram.mark}
          d="M326 242h10v10h-10zM346 242h10v10h-10zM326 262h10v10h-10zM346 262h4v4h-4zM353 267v5h-6"
          strokeWidth="1.4"
        />
        <text className={diagram.words} x="252" y="62" textAnchor="end">
          {texts.number}
        </text>
        <text className={diagram.words} x="140" y="262">
          {texts.code}
        </text>
        <text className={diagram.words} x="308" y="262" textAnchor="end">
          {texts.qr}
        </text>
      </svg>
      <figcaption className={diagram.caption}>{texts.caption}</figcaption>
    </figure>
  )
}

/** Shown when no source of certificates is connected. */
export function ClosedNotice({ phone }: { phone: string }) {
  const { closed: texts } = useTexts('help')
  return (
    <OutcomeBox title={texts.title}>
      <p>
        {texts.text}
        <PhoneLink phone={phone} />
        {texts.after}
      </p>
      <p>{texts.others}</p>
    </OutcomeBox>
  )
}

/** Hatching of the scratch-off panel. */
const HATCHING = Array.from({ length: 11 }, (_, index) => `M${40 + index * 7.6} 272l10 -30`).join('')

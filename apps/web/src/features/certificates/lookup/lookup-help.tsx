import { BadgeCheck, KeyRound, Phone } from '@lucide/icons'
import { DrawingPart } from '#ui/figures/drawing.tsx'
import { Icon } from '#ui/icon.tsx'
import { FactList } from '#ui/lists/fact-list.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import type { Laboratory } from '../laboratory.ts'
import { PhoneLink } from '../outcomes/outcome-box.tsx'
import styles from './check-tips.module.css'
import site from './official-site.module.css'
import diagram from './where-diagram.module.css'

export function CheckTips({ phone }: { phone: string }) {
  return (
    <div className={styles.root}>
      <div>
        <Icon of={BadgeCheck} sizePx={26} className={styles.icon} />
        <h2 className={styles.title}>编号在哪里</h2>
        <p>证书正面右上角，SH 开头，共 16 位。小卡证书印在背面二维码下方。扫描二维码可直接填入编号。</p>
      </div>
      <div>
        <Icon of={KeyRound} sizePx={26} className={styles.icon} />
        <h2 className={styles.title}>为何要核对码</h2>
        <p>编号可能被人抄用。核对码只在证书刮开层下，能证明手里拿着这份证书。购买时刮开层应完好。</p>
      </div>
      <div>
        <Icon of={Phone} sizePx={26} className={styles.icon} />
        <h2 className={styles.title}>查不到时</h2>
        <p>
          请先核对易混字符，再
          <PhoneLink phone={phone} />
          ，由工作人员核对原始记录。
        </p>
      </div>
    </div>
  )
}

/** How to recognise the official site: forged QR codes lead to forged sites. */
export function OfficialSite({ laboratory }: { laboratory: Laboratory }) {
  const { officialOrigin, recordNum, policeRecordNum } = laboratory
  const host = hostOf(officialOrigin)
  const facts = [
    { name: '官方网址', value: host && <b className={shared.strong}>{host}</b> },
    { name: 'ICP 备案', value: recordNum },
    { name: '公安备案', value: policeRecordNum },
  ].filter(({ value }) => value)
  return (
    <section className={site.root} aria-labelledby="official">
      <div>
        <h2 className={site.title} id="official">
          谨防假冒网站
        </h2>
        <p>
          假证书上的二维码会打开仿冒的查询页。扫码后请看浏览器地址栏，网址须与这里完全一致；不放心时，请自行输入网址，再从首页进入“证书查询”。
        </p>
        <p className={site.links}>
          <TextLink to="/certificate-check/report">举报假证书或假网站</TextLink>
          <TextLink to="/certificate-check/receipt">核对查询凭证</TextLink>
          <TextLink to="/certificate-check/withdrawn">已撤销证书公告</TextLink>
        </p>
      </div>
      {facts.length > 0 && <FactList facts={facts} size="small" />}
    </section>
  )
}

function hostOf(origin: string): string {
  return origin.replace(/^https?:\/\//, '')
}

/** Shows where number, code and QR code are printed. */
export function WhereDiagram() {
  return (
    <figure className={diagram.root} id="where">
      <svg
        className={diagram.drawing}
        viewBox="0 0 400 300"
        role="img"
        aria-label="证书示意图：编号在右上角，核对码在左下角的刮开层下，二维码在右下角"
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
          证书编号
        </text>
        <text className={diagram.words} x="140" y="262">
          核对码（刮开）
        </text>
        <text className={diagram.words} x="308" y="262" textAnchor="end">
          二维码
        </text>
      </svg>
      <figcaption className={diagram.caption}>证书示意图</figcaption>
    </figure>
  )
}

/** Hatching of the scratch-off panel. */
const HATCHING = Array.from({ length: 11 }, (_, index) => `M${40 + index * 7.6} 272l10 -30`).join('')

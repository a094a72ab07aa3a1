import { DrawingPart } from '#ui/figures/drawing.tsx'
import styles from './where-diagram.module.css'

/** Shows where number, code and QR code are printed. */
export function WhereDiagram() {
  return (
    <figure className={styles.root} id="where">
      <svg
        className={styles.drawing}
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
        <rect className={styles.place} x="262" y="42" width="108" height="30" strokeWidth="1.5" />
        <path className={styles.mark} d="M274 57h84" strokeWidth="5" strokeDasharray="6 2" />
        <rect className={styles.place} x="34" y="242" width="96" height="30" strokeWidth="1.5" />
        <path className={styles.mark} d={HATCHING} strokeWidth="1" opacity=".7" />
        <rect className={styles.place} x="318" y="234" width="46" height="46" strokeWidth="1.5" />
        <path
          className={styles.mark}
          d="M326 242h10v10h-10zM346 242h10v10h-10zM326 262h10v10h-10zM346 262h4v4h-4zM353 267v5h-6"
          strokeWidth="1.4"
        />
        <text className={styles.words} x="252" y="62" textAnchor="end">
          证书编号
        </text>
        <text className={styles.words} x="140" y="262">
          核对码（刮开）
        </text>
        <text className={styles.words} x="308" y="262" textAnchor="end">
          二维码
        </text>
      </svg>
      <figcaption className={styles.caption}>证书示意图</figcaption>
    </figure>
  )
}

/** Hatching of the scratch-off panel. */
const HATCHING = Array.from({ length: 11 }, (_, index) => `M${40 + index * 7.6} 272l10 -30`).join('')

import { BadgeCheck, KeyRound, Phone } from '@lucide/icons'
import { Icon } from '#ui/icon.tsx'
import { PhoneLink } from '../outcomes/phone-link.tsx'
import styles from './check-tips.module.css'

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

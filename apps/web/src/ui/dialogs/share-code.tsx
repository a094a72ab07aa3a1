import { encodeQR } from 'qr'

export interface ShareCodeProps {
  address: string
}

/** An address as a QR code, drawn here: no service learns what is shared. */
export function ShareCode({ address }: ShareCodeProps) {
  const rows = encodeQR(address, 'raw', { ecc: 'medium', border: 2 })
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      width="100%"
      role="img"
      aria-label="本页二维码"
      shapeRendering="crispEdges"
    >
      <path d={path.join('')} fill="currentColor" />
    </svg>
  )
}

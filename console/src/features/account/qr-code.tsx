import { useEffect, useState } from 'react';
import { Skeleton } from '../../ui/waiting.tsx';

/** Width of the drawn code, in pixels. */
const WIDTH = 176;

/** A QR code. What draws it is loaded when the first one is shown. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [image, setImage] = useState<string>();
  useEffect(() => {
    let over = false;
    void import('qrcode').then(async ({ toDataURL }) => {
      const drawn = await toDataURL(text, { margin: 2, width: WIDTH * 2 });
      if (!over) setImage(drawn);
    });
    return () => {
      over = true;
    };
  }, [text]);
  if (!image) return <Skeleton height="l" />;
  return <img className="qr" src={image} alt={label} width={WIDTH} height={WIDTH} />;
}

package push

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

const (
	// secretBytes is the length of a device's secret, saltBytes that of the
	// salt of a message.
	secretBytes = 16
	saltBytes   = 16
	// recordBytes is the size of a record of the content coding. A message is
	// one record, and push services accept no more than this.
	recordBytes = 4096
	// lastRecord marks the end of the text in the last record.
	lastRecord = 0x02
)

// encrypt is a message that only a device can read: RFC 8291, with a new key
// and a new salt.
func encrypt(device Device, text []byte) ([]byte, error) {
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	salt := make([]byte, saltBytes)
	rand.Read(salt)
	return encryptWith(key, salt, device, text)
}

func encryptWith(key *ecdh.PrivateKey, salt []byte, device Device, text []byte) ([]byte, error) {
	receiver, err := ecdh.P256().NewPublicKey(device.Key)
	if err != nil {
		return nil, fmt.Errorf("the key of the device: %w", err)
	}
	shared, err := key.ECDH(receiver)
	if err != nil {
		return nil, err
	}
	sender := key.PublicKey().Bytes()
	info := "WebPush: info\x00" + string(device.Key) + string(sender)
	material, err := hkdf.Key(sha256.New, shared, device.Secret, info, sha256.Size)
	if err != nil {
		return nil, err
	}
	sealed, nonce, err := recordCipher(material, salt)
	if err != nil {
		return nil, err
	}
	message := binary.BigEndian.AppendUint32(salt[:saltBytes:saltBytes], recordBytes)
	message = append(message, byte(len(sender)))
	message = append(message, sender...)
	return sealed.Seal(message, nonce, append(text[:len(text):len(text)], lastRecord), nil), nil
}

// recordCipher is the cipher of the content coding aes128gcm (RFC 8188), and
// the nonce of the first record.
func recordCipher(material, salt []byte) (sealed cipher.AEAD, nonce []byte, err error) {
	key, err := hkdf.Key(sha256.New, material, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, nil, err
	}
	if nonce, err = hkdf.Key(sha256.New, material, salt, "Content-Encoding: nonce\x00", 12); err != nil {
		return nil, nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, nil, err
	}
	sealed, err = cipher.NewGCM(block)
	return sealed, nonce, err
}

#ifndef INLAY_COPENSSL_SIGNED_OBJECTS_H
#define INLAY_COPENSSL_SIGNED_OBJECTS_H

#include <openssl/cms.h>
#include <openssl/crypto.h>
#include <openssl/objects.h>
#include <openssl/x509.h>

// Verifies signer number `index` of a ContentInfo with the key of `certificate`, over its signed attributes as
// OpenSSL reads them, of which messageDigest must be `digest`.
// 1 valid, 0 not valid or beyond what OpenSSL's CMS can do.
static inline int inlay_cms_verify(const unsigned char *content_info, long count, int index,
                                   const unsigned char *certificate, long certificate_count,
                                   const unsigned char *digest, int digest_count) {
    CMS_ContentInfo *cms = d2i_CMS_ContentInfo(NULL, &content_info, count);
    X509 *signer = d2i_X509(NULL, &certificate, certificate_count);
    int result = 0;
    if (cms != NULL && signer != NULL && OBJ_obj2nid(CMS_get0_type(cms)) == NID_pkcs7_signed) {
        STACK_OF(CMS_SignerInfo) *infos = CMS_get0_SignerInfos(cms);
        if (index < sk_CMS_SignerInfo_num(infos)) {
            CMS_SignerInfo *info = sk_CMS_SignerInfo_value(infos, index);
            CMS_SignerInfo_set1_signer_cert(info, signer);
            const ASN1_OCTET_STRING *attribute = (const ASN1_OCTET_STRING *)CMS_signed_get0_data_by_OBJ(
                info, OBJ_nid2obj(NID_pkcs9_messageDigest), -3, V_ASN1_OCTET_STRING);
            result = attribute != NULL && ASN1_STRING_length(attribute) == digest_count &&
                     CRYPTO_memcmp(ASN1_STRING_get0_data(attribute), digest, (size_t)digest_count) == 0 &&
                     CMS_SignerInfo_verify(info) == 1;
        }
    }
    X509_free(signer);
    CMS_ContentInfo_free(cms);
    return result;
}

#endif

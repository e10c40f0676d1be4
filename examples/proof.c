/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A proof, written to a file and verified by who reads it: that two boxes are apart, touch or overlap. The reader need not trust
 * the one who found it, nor the file: any bytes are a safe argument of fk_verify, and it believes nothing. */

#include <farkas/farkas.h>
#include <stdio.h>

static fk_piece box_at(double x, double y, double z)
{
    return fk_piece_box(fk_vec3_make(x, y, z), fk_vec3_make(1, 0, 0), fk_vec3_make(0, 1, 0),
                        fk_vec3_make(0, 0, 1));
}

/* Finds the verdict and its proof, and writes that. */
static bool write_proof(const fk_piece *a, const fk_piece *b, FILE *file)
{
    fk_pair_query query = fk_pair_query_default(a, b);
    fk_answer answer;
    query.want = FK_PART_CERTIFICATE;
    return fk_pair_answer(&query, &answer) == FK_OK &&
           fwrite(&answer.certificate, sizeof answer.certificate, 1, file) == 1;
}

/* Reads a proof, tells what it says, and whether that is so. */
static bool verify_proof(const fk_piece *a, const fk_piece *b, FILE *file)
{
    fk_certificate certificate;
    if (fread(&certificate, sizeof certificate, 1, file) != 1)
        return false;
    printf("%s:", fk_verdict_name(certificate.verdict));
    for (uint32_t i = 0; i < certificate.pair_count && i < FK_CERTIFICATE_PAIRS; i++)
        printf(" corner %u of a with %u of b,", (unsigned)certificate.pair[i].a,
               (unsigned)certificate.pair[i].b);
    bool holds = fk_verify(a, b, &certificate);
    certificate.verdict = certificate.verdict == FK_APART ? FK_TOUCHING : FK_APART;
    printf(" %s; a lie: %s\n", holds ? "holds" : "does not hold",
           fk_verify(a, b, &certificate) ? "is believed" : "is refused");
    return holds;
}

int main(void)
{
    const fk_piece a = box_at(0, 0, 0), b[] = {box_at(1.25, 0.5, 0), box_at(1, 1, 1), box_at(0.5, 0.5, 0.5)};
    bool is_good = true;
    for (int i = 0; i < 3; i++) {
        FILE *file = tmpfile();
        if (file == NULL)
            return 2;
        is_good = is_good && write_proof(&a, &b[i], file);
        rewind(file);
        is_good = is_good && verify_proof(&a, &b[i], file);
        fclose(file);
    }
    return is_good ? 0 : 1;
}
